import type { AuditEvent } from '../database/audit-events.ts'

/** The events that change what other members see of a masjid or a khateeb. Of the others, only the two parties are told. */
const publicEvents = [
  'slot_posted',
  'slot_removed',
  'slot_moved',
  'invite_accepted',
  'request_accepted',
  'khateeb_removed',
  'khateeb_withdrew',
  'khateeb_released',
  'profile_changed',
  'email_verified',
  'email_changed',
  'email_change_undone',
  'account_verified',
  'account_unverified',
  'account_suspended',
  'account_restored',
  'account_deleted',
  'account_disowned',
] as const satisfies readonly AuditEvent[]

export const publicEventNames: readonly AuditEvent[] = publicEvents

const names = new Set<AuditEvent>(publicEvents)

export function isPublic(event: AuditEvent): boolean {
  return names.has(event)
}
