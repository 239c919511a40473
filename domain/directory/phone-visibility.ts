import type { MemberRole } from '../../contract/endpoint.ts'
import { addDays, daysBetween } from '../khutbahs/wall-clock.ts'

/** A masjid sees the phone of a confirmed khateeb for this many days before and after the khutbah. */
const phoneWindowDays = 3

export interface PhoneFacts {
  /** Dates, YYYY-MM-DD, for which a request of the khateeb's to this masjid is pending, soonest first. */
  readonly requestedDates: readonly string[]
  /** Dates, YYYY-MM-DD, for which the khateeb is confirmed at this masjid. */
  readonly confirmedDates: readonly string[]
  /** Today's date, YYYY-MM-DD, in the masjid's time zone. */
  readonly today: string
}

/** Why a masjid sees a khateeb's phone, and the date of the khutbah, YYYY-MM-DD. */
export interface PhoneReason {
  readonly why: 'requested' | 'confirmed'
  readonly khutbahDate: string
}

/** Why a masjid's member sees a khateeb's phone now; null if they do not. A viewer sees no phones. */
export function phoneReason(
  { requestedDates, confirmedDates, today }: PhoneFacts,
  member: MemberRole,
): PhoneReason | null {
  if (member === 'viewer') return null
  const [requested] = requestedDates
  if (requested !== undefined) return { why: 'requested', khutbahDate: requested }
  const confirmed = confirmedDates.find((date) => Math.abs(daysBetween(today, date)) <= phoneWindowDays)
  return confirmed === undefined ? null : { why: 'confirmed', khutbahDate: confirmed }
}

/**
 * The next date for which the khateeb is confirmed, and from which date on the masjid's member sees the phone; null without one, and for
 * a viewer.
 */
export function nextPhoneWindow({ confirmedDates, today }: PhoneFacts, member: MemberRole) {
  if (member === 'viewer') return null
  const next = confirmedDates.filter((date) => daysBetween(today, date) > phoneWindowDays).toSorted()[0]
  return next === undefined ? null : { khutbahDate: next, from: addDays(next, -phoneWindowDays) }
}
