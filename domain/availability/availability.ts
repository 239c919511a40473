import type * as z from 'zod/mini'
import { availabilityRules, type khateebUnavailableRules } from '../../contract/availability-choices.ts'
import type { slotAvailability } from '../../contract/availability-schemas.ts'
import type { Point } from '../directory/distance.ts'
import { overlaps } from '../khutbahs/slot-length.ts'
import { daysBetween } from '../khutbahs/wall-clock.ts'
import { areTooFarApart } from './travel-time.ts'

export type AvailabilityRule = (typeof availabilityRules)[number]
/** A rule that can forbid an invite. */
export type KhateebUnavailableRule = (typeof khateebUnavailableRules)[number]

/** The availability settings of a khateeb. Null means no limit; `shortNotice` is null if he has never saved a setting. */
export interface KhateebLimits {
  /** The dates, YYYY-MM-DD, on which he is away. The list may leave out dates for which no slot is checked. */
  readonly awayDates: readonly string[]
  readonly maxAMonth: number | null
  readonly maxMiles: number | null
  readonly weeksBetween: number | null
  readonly shortNotice: boolean | null
}

/** A slot that a khateeb may lead. */
interface SlotToLead {
  readonly masjidUid: string
  /** The date, YYYY-MM-DD, in the masjid's time zone. */
  readonly date: string
  readonly startsAt: Date
  /** The distance from the khateeb to the masjid. */
  readonly miles: number
  /** The coordinates of the masjid. Undefined if the travel time between two services should not be checked. */
  readonly place?: Point | undefined
}

/** A slot for which the khateeb is confirmed. */
export type Booking = Omit<SlotToLead, 'miles'>

/** An invite is at short notice if it is sent less than this many hours before the start of the slot. */
const shortNoticeHours = 72

/** The rules that say that the khateeb cannot come at all. He may make exceptions to the other rules. */
const preventingRules: readonly AvailabilityRule[] = ['booked', 'away']

/**
 * Returns whether a khateeb is free for a slot, and the rules against the slot, the strictest first.
 * @param bookings the khateeb's bookings: at least those in the slot's month, those within `travelWindowHours` of the slot, and those at
 *   the slot's masjid within `weeksBetween`
 */
export function availabilityFor(
  slot: SlotToLead,
  limits: KhateebLimits,
  bookings: readonly Booking[],
  now: Date,
): z.infer<typeof slotAvailability> {
  const rules = rulesAgainst(slot, limits, bookings, now)
  if (rules.length === 0) return { status: 'free', rules }
  return { status: rules.some((it) => preventingRules.includes(it)) ? 'away' : 'beyond_limits', rules }
}

/**
 * Returns the khateeb's own limits that a slot exceeds, to warn him before a request. He may still send the request. Leaves out his
 * bookings at that hour, because they refuse the request itself, and short notice, because it is only about invites.
 */
export function exceededOwnLimits(
  slot: SlotToLead,
  limits: KhateebLimits,
  bookings: readonly Booking[],
): AvailabilityRule[] {
  const others = bookings.filter((it) => !overlaps(it, slot))
  return rulesAgainst(slot, { ...limits, shortNotice: null }, others, slot.startsAt)
}

/**
 * Returns the rule that forbids an invite, or null. By these two settings, he has said no to the invite. The rules about his other settings
 * only warn the masjid, because he may make an exception.
 */
export function ruleAgainstInvite(
  { date, miles }: Pick<SlotToLead, 'date' | 'miles'>,
  { awayDates, maxMiles }: Pick<KhateebLimits, 'awayDates' | 'maxMiles'>,
): KhateebUnavailableRule | null {
  if (awayDates.includes(date)) return 'away'
  return isTooFar(miles, maxMiles) ? 'too_far' : null
}

/**
 * Whether a distance is beyond the limit. Rounds the distance to one decimal, as screens do: a distance that is shown as 40 miles is within
 * a limit of 40.
 */
function isTooFar(miles: number, maxMiles: number | null): boolean {
  return maxMiles !== null && Math.round(miles * 10) / 10 > maxMiles
}

function rulesAgainst(
  slot: SlotToLead,
  limits: KhateebLimits,
  bookings: readonly Booking[],
  now: Date,
): AvailabilityRule[] {
  const { awayDates, maxMiles, maxAMonth, weeksBetween, shortNotice } = limits
  // Two services of one masjid on one date count as one khutbah and one visit. So leave out the bookings of this visit.
  const others = bookings.filter((it) => it.masjidUid !== slot.masjidUid || it.date !== slot.date)
  const ofMonth = others.filter((it) => monthOf(it.date) === monthOf(slot.date))
  const isSameVisit = others.length < bookings.length
  const against: Record<AvailabilityRule, boolean> = {
    booked: bookings.some((it) => overlaps(it, slot)),
    away: awayDates.includes(slot.date),
    too_far: isTooFar(slot.miles, maxMiles),
    hard_to_reach: bookings.some((it) => !overlaps(it, slot) && isHardToReach(it, slot)),
    month_full: maxAMonth !== null && !isSameVisit && countKhutbahs(ofMonth) >= maxAMonth,
    too_soon:
      weeksBetween !== null &&
      !isSameVisit &&
      others.some(
        (it) =>
          it.masjidUid === slot.masjidUid && Math.abs(daysBetween(it.date, slot.date)) < weeksBetween * 7,
      ),
    short_notice:
      shortNotice === false && slot.startsAt.getTime() - now.getTime() < shortNoticeHours * 3_600_000,
  }
  return availabilityRules.filter((rule) => against[rule])
}

const monthOf = (date: string) => date.slice(0, 7)

function countKhutbahs(bookings: readonly Booking[]): number {
  return new Set(bookings.map(({ masjidUid, date }) => `${masjidUid} ${date}`)).size
}

function isHardToReach(one: Booking, other: Booking): boolean {
  if (one.place === undefined || other.place === undefined) return false
  return areTooFarApart({ ...one, ...one.place }, { ...other, ...other.place })
}
