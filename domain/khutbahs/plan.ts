import { CalculationMethod, Coordinates, PrayerTimes } from 'adhan'
import { Temporal } from 'temporal-polyfill'
import type { Language } from '../../contract/availability-choices.ts'
import { addDays } from './wall-clock.ts'

/** A yearly period, both days MM-DD and included. It may cross the new year. */
interface Season {
  readonly firstDay: string
  readonly lastDay: string
}

/** A service that a plan posts each Friday: at a fixed time, HH:MM, or some minutes after Dhuhr. The other one is null. */
export interface PlannedService {
  /** Its number in the plan, which stays while the service does. */
  readonly key: number
  readonly time: string | null
  readonly minutesAfterDhuhr: number | null
  /** Null for the whole year. */
  readonly season: Season | null
  /** The language of the khutbah, an ISO 639-1 code; null for any. */
  readonly language: Language | null
}

/** How a masjid posts its Fridays. */
export interface Plan {
  readonly services: readonly PlannedService[]
  /** Dates, YYYY-MM-DD, without services. */
  readonly closures: readonly string[]
  /** How many Fridays are posted, counted from today. */
  readonly weeksAhead: number
}

/** Where the sun is observed, and the clock that shows it. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
  readonly timeZone: string
}

/** Minutes to which times after Dhuhr are rounded up, so that people can remember them. */
const rounding = 5

/** The services of a plan on a date, with their times, HH:MM, earliest first. */
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
  const minutes = minutesOf(dhuhrOn(date, place)) + (minutesAfterDhuhr ?? 0)
  return timeOfMinutes(Math.ceil(minutes / rounding) * rounding)
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}

function timeOfMinutes(minutes: number): string {
  const parts = [Math.floor(minutes / 60), minutes % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** When Dhuhr begins on a date, HH:MM on the place's clock. */
export function dhuhrOn(date: string, { latitude, longitude, timeZone }: Place): string {
  const { year, month, day } = Temporal.PlainDate.from(date)
  // adhan takes the date from the clock of the process.
  const noon = new Date(year, month - 1, day, 12)
  const { dhuhr } = new PrayerTimes(
    new Coordinates(latitude, longitude),
    noon,
    CalculationMethod.NorthAmerica(),
  )
  // Near the date line it may be a neighboring day's, which is at the same time of day within half a minute.
  return Temporal.Instant.fromEpochMilliseconds(dhuhr.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })
}

/** So many Fridays, YYYY-MM-DD, the first of them on or after a date. */
export function fridaysFrom(date: string, count: number): readonly string[] {
  const first = addDays(date, (5 - Temporal.PlainDate.from(date).dayOfWeek + 7) % 7)
  return Array.from({ length: count }, (_, week) => addDays(first, 7 * week))
}

/** A slot that a plan has posted. */
export interface PostedByPlan {
  /** When the plan posted it, HH:MM. */
  readonly postedTime: string
  readonly postedLanguage: Language | null
  readonly date: string
  /** Where it is now; null if the masjid had this slot before, or it was removed. */
  readonly slot: {
    readonly date: string
    readonly time: string
    readonly language: Language | null
    readonly note: string
    readonly hasBegun: boolean
    /** It has a khateeb, invites or requests. */
    readonly hasPeople: boolean
  } | null
}

/** Whether a slot is as the plan posted it. Otherwise it is the masjid's own: a member posted, moved, described or removed it. */
export function isUntouched({ postedTime, postedLanguage, date, slot }: PostedByPlan): boolean {
  return (
    slot !== null &&
    slot.date === date &&
    slot.time === postedTime &&
    slot.language === postedLanguage &&
    slot.note === ''
  )
}

/**
 * What a saved plan does with a slot that an earlier one posted. `wanted` is the time of its service on that date, null if there is none.
 * Slots that a member posted, moved, described or removed stay as they are: `theirs`.
 */
export function judgePosted(
  posted: PostedByPlan,
  wanted: string | null,
): 'theirs' | 'stays' | 'move' | 'remove' | 'keep' {
  const { slot } = posted
  if (slot === null || slot.hasBegun || !isUntouched(posted)) return 'theirs'
  if (wanted === null) return slot.hasPeople ? 'keep' : 'remove'
  return wanted === slot.time ? 'stays' : 'move'
}
