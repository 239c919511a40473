import type { Role } from '../../contract/endpoint.ts'
import type { AuditEvent } from '../database/audit-events.ts'

/** The events that change what other members see of an account. */
const ofAccounts = [
  'profile_changed',
  'email_verified',
  'account_verified',
  'account_unverified',
  'account_suspended',
  'account_restored',
  'account_deleted',
  'account_disowned',
] as const satisfies readonly AuditEvent[]

/** The events that change what other members see of a masjid: its khutbahs with their khateebs, and its email. */
const ofMasjids = [
  'slot_posted',
  'slot_removed',
  'slot_moved',
  'slot_zone_changed',
  'slot_described',
  'topic_named',
  'invite_accepted',
  'request_accepted',
  'khateeb_removed',
  'khateeb_withdrew',
  'khateeb_released',
  'email_changed',
  'email_change_undone',
] as const satisfies readonly AuditEvent[]

/**
 * The events about an account of each role of which all members are told. Of the others only the two parties are told: a khateeb's
 * bookings are on the screens of their masjids, but not on the khateeb's.
 */
export const publicEvents: Readonly<Record<Role, readonly AuditEvent[]>> = {
  khateeb: [...ofAccounts, 'availability_changed'],
  masjid: [...ofAccounts, ...ofMasjids],
}

export function isPublic(event: AuditEvent, of: Role): boolean {
  return publicEvents[of].includes(event)
}
