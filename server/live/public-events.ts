import type { Role } from '../../contract/endpoint.ts'
import type { AuditEvent } from '../database/audit-events.ts'

/** The events that change what all signed-in users see of an account. */
const publicAccountEvents = [
  'profile_changed',
  'email_verified',
  'account_verified',
  'account_unverified',
  'account_suspended',
  'account_restored',
  'account_deleted',
  'account_disowned',
] as const satisfies readonly AuditEvent[]

/** The events that change what all signed-in users see of a masjid: its khutbahs with their khateebs, and its email. */
const publicMasjidEvents = [
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
  'khateeb_left',
  'khateeb_reconfirmed',
  'khateeb_released',
  'email_changed',
  'email_change_undone',
] as const satisfies readonly AuditEvent[]

/**
 * The events of an account, by its role, that are reported to all signed-in users. All other events are reported only to their masjid
 * and their khateeb. An event of a booking is public for the masjid, whose details show the khateeb, but not for the khateeb.
 */
export const publicEvents: Readonly<Record<Role, readonly AuditEvent[]>> = {
  khateeb: [...publicAccountEvents, 'availability_changed'],
  masjid: [...publicAccountEvents, ...publicMasjidEvents],
}

export function isPublic(event: AuditEvent, of: Role): boolean {
  return publicEvents[of].includes(event)
}
