import type { SlotReference } from './lock-and-load.ts'

/** A slot in a call, with the start that the caller saw, as ISO 8601. */
export interface SeenSlot extends SlotReference {
  readonly seenStart?: string | null | undefined
}

/** Returns the start that the caller saw as a Date; null if the call doesn't send it. */
export function seenInstant(seenStart: SeenSlot['seenStart']): Date | null {
  return typeof seenStart === 'string' ? new Date(seenStart) : null
}
