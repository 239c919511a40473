import type { SlotReference } from './lock-and-load.ts'

/** A slot in a call, with the start that the caller saw, as ISO 8601. */
export interface SeenSlot extends SlotReference {
  readonly seenStart?: string | null | undefined
}

/** The instant that the caller saw; null if the call doesn't say. */
export function seenInstant(seenStart: SeenSlot['seenStart']): Date | null {
  return typeof seenStart === 'string' ? new Date(seenStart) : null
}
