import type { MemberRole } from '../../contract/endpoint.ts'
import { addDays, daysBetween } from '../khutbahs/wall-clock.ts'

/** The masjid sees the phone of the confirmed khateeb from this many days before a khutbah until this many days after it. */
const phoneWindowDays = 3

export interface PhoneFacts {
  /** The dates, YYYY-MM-DD, for which the khateeb has a pending request to the masjid, soonest first. */
  readonly requestedDates: readonly string[]
  /** The dates, YYYY-MM-DD, for which the khateeb is confirmed at the masjid. For a moved slot, the date that he last agreed to. */
  readonly confirmedDates: readonly string[]
  /** Today's date, YYYY-MM-DD, in the masjid's time zone. */
  readonly today: string
}

/** Why a masjid sees a khateeb's phone: he has requested, or is confirmed for, the khutbah on this date (YYYY-MM-DD). */
export interface PhoneReason {
  readonly why: 'requested' | 'confirmed'
  readonly khutbahDate: string
}

/** Returns why a member of a masjid sees a khateeb's phone now. Null if the member doesn't see it; a viewer never does. */
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
 * Returns the khateeb's next confirmed date whose phone window has not begun, and the first date of that window. Null without such a date,
 * and for a viewer.
 */
export function nextPhoneWindow({ confirmedDates, today }: PhoneFacts, member: MemberRole) {
  if (member === 'viewer') return null
  const next = confirmedDates.filter((date) => daysBetween(today, date) > phoneWindowDays).toSorted()[0]
  return next === undefined ? null : { khutbahDate: next, from: addDays(next, -phoneWindowDays) }
}
