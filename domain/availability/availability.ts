import type * as z from 'zod/mini'
import { availabilityRules, type inviteRules } from '../../contract/availability-choices.ts'
import type { slotAvailability } from '../../contract/availability-schemas.ts'
import type { Point } from '../directory/distance.ts'
import { serviceMinutes } from '../khutbahs/is-under-way.ts'
import { daysBetween } from '../khutbahs/wall-clock.ts'
import { areTooFarApart } from './travel-time.ts'

export type AvailabilityRule = (typeof availabilityRules)[number]
/** A rule by which an invite is refused. */
export type InviteRule = (typeof inviteRules)[number]

/** What a khateeb has set. A null is no limit. `shortNotice` is null if he has set nothing yet. */
export interface KhateebLimits {
  /** YYYY-MM-DD. May leave out dates that are not those of the slots in question. */
  readonly awayDates: readonly string[]
  readonly maxAMonth: number | null
  readonly maxMiles: number | null
  readonly weeksBetween: number | null
  readonly shortNotice: boolean | null
}

/** A slot for which a khateeb may be free. */
interface SlotToLead {
  readonly masjidUid: string
  /** YYYY-MM-DD in the masjid's time zone. */
  readonly date: string
  readonly startsAt: Date
  /** From the khateeb to the masjid. */
  readonly miles: number
  /** Where the masjid is; undefined if the way between two services doesn't matter. */
  readonly place?: Point | undefined
}

/** A slot for which he is confirmed. */
export type Booking = Omit<SlotToLead, 'miles'>

/** A slot that starts within so many hours is asked at short notice. */
const shortNoticeHours = 72

/** Rules that say that he cannot come. The others are limits that he may make an exception from. */
const cannotCome: readonly AvailabilityRule[] = ['booked', 'away']

/**
 * Whether a khateeb is free for a slot, and the rules against it, the strictest first.
 * @param bookings what he is confirmed for: at least in the slot's month, and within `weeksBetween` at its masjid
 */
export function availabilityFor(
  slot: SlotToLead,
  limits: KhateebLimits,
  bookings: readonly Booking[],
  now: Date,
): z.infer<typeof slotAvailability> {
  const rules = rulesAgainst(slot, limits, bookings, now)
  if (rules.length === 0) return { status: 'free', rules }
  return { status: rules.some((it) => cannotCome.includes(it)) ? 'away' : 'beyond_limits', rules }
}

/** What a khateeb's own limits say against a request of his. It stops nothing. */
export function ownLimitsAgainst(
  slot: SlotToLead,
  limits: KhateebLimits,
  bookings: readonly Booking[],
): AvailabilityRule[] {
  const others = bookings.filter((it) => !overlaps(it, slot))
  return rulesAgainst(slot, { ...limits, shortNotice: null }, others, slot.startsAt)
}

/** The rule by which an invite is refused, or null. */
export function ruleAgainstInvite(
  { date, miles }: Pick<SlotToLead, 'date' | 'miles'>,
  { awayDates, maxMiles }: Pick<KhateebLimits, 'awayDates' | 'maxMiles'>,
): InviteRule | null {
  if (awayDates.includes(date)) return 'away'
  return isTooFar(miles, maxMiles) ? 'too_far' : null
}

/** Screens show miles with one decimal, so that "40 miles" is never beyond 40. */
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
  // Two services of one masjid on one date are one khutbah, and one visit.
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

/** Whether two services overlap, so that nobody can lead both. As `speaking_hour` in the database. */
export function overlaps(one: Pick<Booking, 'startsAt'>, other: Pick<Booking, 'startsAt'>): boolean {
  return Math.abs(one.startsAt.getTime() - other.startsAt.getTime()) < serviceMinutes * 60_000
}
