import { CalculationMethod, Coordinates, PrayerTimes } from 'adhan'
import { Temporal } from 'temporal-polyfill'
import type { Language } from '../../contract/availability-choices.ts'
import { addDays } from './wall-clock.ts'

/** A period of each year. Both days are MM-DD and included. The period may cross the new year. */
interface Season {
  readonly firstDay: string
  readonly lastDay: string
}

/** A service of a masjid's weekly plan: at a fixed time, HH:MM, or some minutes after Dhuhr. One of the two is null. */
export interface PlannedService {
  /** The number of the service. It never changes. */
  readonly key: number
  readonly time: string | null
  readonly minutesAfterDhuhr: number | null
  /** The part of the year in which the service takes place; null for the whole year. */
  readonly season: Season | null
  /** The language of the khutbah, an ISO 639-1 code; null for any. */
  readonly language: Language | null
}

/** A masjid's weekly plan, by which the server posts its Fridays. */
export interface Plan {
  readonly services: readonly PlannedService[]
  /** The dates, YYYY-MM-DD, without services. */
  readonly closures: readonly string[]
  /** The number of Fridays to post, counted from today. */
  readonly weeksAhead: number
}

/** The coordinates and the time zone for prayer times. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
  readonly timeZone: string
}

/** Times after Dhuhr are rounded up to a multiple of this many minutes, so that people can remember them. */
const rounding = 5

/** Returns the services of a plan on a date with their times, HH:MM, earliest first. */
export function servicesOn(
  plan: Plan,
  place: Place,
  date: string,
): readonly { readonly key: number; readonly time: string; readonly language: Language | null }[] {
  if (plan.closures.includes(date)) return []
  return plan.services
    .filter(({ season }) => season === null || isInSeason(season, date))
    .map(({ key, language, ...service }) => ({ key, time: timeOn(service, place, date), language }))
    .toSorted((a, b) => a.time.localeCompare(b.time) || a.key - b.key)
}

function isInSeason({ firstDay, lastDay }: Season, date: string): boolean {
  const day = date.slice(5)
  return firstDay <= lastDay ? firstDay <= day && day <= lastDay : firstDay <= day || day <= lastDay
}

function timeOn(
  { time, minutesAfterDhuhr }: Pick<PlannedService, 'time' | 'minutesAfterDhuhr'>,
  place: Place,
  date: string,
): string {
  if (time !== null) return time
  const minutes = minutesAfterMidnight(dhuhrOn(date, place)) + (minutesAfterDhuhr ?? 0)
  return timeOfMinutes(Math.ceil(minutes / rounding) * rounding)
}

function minutesAfterMidnight(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}

function timeOfMinutes(minutes: number): string {
  const parts = [Math.floor(minutes / 60), minutes % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Returns when Dhuhr begins on a date, HH:MM on the wall clock of the place. */
export function dhuhrOn(date: string, { latitude, longitude, timeZone }: Place): string {
  const { year, month, day } = Temporal.PlainDate.from(date)
  // The library adhan reads the date in the time zone of the process, so create the date in this zone.
  const noon = new Date(year, month - 1, day, 12)
  const { dhuhr } = new PrayerTimes(
    new Coordinates(latitude, longitude),
    noon,
    CalculationMethod.NorthAmerica(),
  )
  // Near the date line, adhan may return Dhuhr of the previous or the next day. This does not matter: from one day to the next, the time of
  // Dhuhr changes by less than half a minute.
  return Temporal.Instant.fromEpochMilliseconds(dhuhr.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })
}

/** Returns `count` Fridays, YYYY-MM-DD, from the first one on or after a date. */
export function fridaysFrom(date: string, count: number): readonly string[] {
  const first = addDays(date, (5 - Temporal.PlainDate.from(date).dayOfWeek + 7) % 7)
  return Array.from({ length: count }, (_, week) => addDays(first, 7 * week))
}

/**
 * The plan's final decision about a service on one date: it posted a slot, or it posted none. There are two reasons to post none: the
 * masjid already had a slot at that time, or the service shared a slot with another service, and a member had removed or moved that slot.
 */
export interface PlanPosting {
  /** The time that the service had then, HH:MM. */
  readonly postedTime: string
  readonly postedLanguage: Language | null
  readonly date: string
  /** The slot as it is now. Null if the slot was removed, or if the plan posted none. */
  readonly slot: {
    readonly date: string
    readonly time: string
    readonly language: Language | null
    readonly note: string
    readonly hasBegun: boolean
    /** Whether the slot has a khateeb, pending invites (also by email) or pending requests. */
    readonly hasPeople: boolean
  } | null
}

/** Whether a slot is still as the plan posted it. If a member has posted, moved, described or removed it, the plan no longer changes it. */
export function isUntouched({ postedTime, postedLanguage, date, slot }: PlanPosting): boolean {
  return (
    slot !== null &&
    slot.date === date &&
    slot.time === postedTime &&
    slot.language === postedLanguage &&
    slot.note === ''
  )
}

/**
 * Decides what saving a plan does with a slot that the plan posted earlier. `wanted` is the time of the service on that date, or null if
 * the service does not take place. `theirs`: the slot stays unchanged, because a member posted, moved, described or removed it, or because
 * it has begun. `keep`: the slot has no service any more, but stays because it has a khateeb, pending invites or pending requests.
 */
export function judgePostedSlot(
  posted: PlanPosting,
  wanted: string | null,
): 'theirs' | 'stays' | 'move' | 'remove' | 'keep' {
  const { slot } = posted
  if (slot === null || slot.hasBegun || !isUntouched(posted)) return 'theirs'
  if (wanted === null) return slot.hasPeople ? 'keep' : 'remove'
  return wanted === slot.time ? 'stays' : 'move'
}
