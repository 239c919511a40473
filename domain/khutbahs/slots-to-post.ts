import { isUpcoming } from './is-upcoming.ts'
import { addDays, addYears, dateIn, instantOf } from './wall-clock.ts'

/** The slots that a masjid wants to post: times, HH:MM, on a date, YYYY-MM-DD, and on the same weekday of the following weeks. */
export interface Posting {
  readonly date: string
  readonly times: readonly string[]
  /** The number of dates: 1 for a single date. */
  readonly weeks: number
}

/** A slot to post: its date and time, HH:MM, on the masjid's wall clock, and its instant. */
export interface SlotToPost {
  readonly date: string
  readonly time: string
  readonly startsAt: Date
}

/** An invalid time: its index in the input, and the first date on which the time is past, or skipped by the clocks. */
interface BadTime {
  readonly index: number
  readonly date: string
  readonly why: 'skipped' | 'past'
}

/** Returns the last date, YYYY-MM-DD, for which slots can be posted today. */
export function lastPostableDate(today: string): string {
  return addYears(today, yearsAhead)
}

export type PostingResult =
  | { readonly kind: 'slots'; readonly slots: readonly SlotToPost[] }
  | { readonly kind: 'past_date' }
  | { readonly kind: 'date_too_far' }
  | { readonly kind: 'last_date_too_far' }
  | { readonly kind: 'bad_times'; readonly bad: readonly BadTime[] }

/** The most years ahead for which slots can be posted. In two years, a masjid that posts every Friday has about a hundred dates. */
const yearsAhead = 2

/**
 * Validates dates and times, and returns the slots to post, sorted and without duplicates. Rejects a date that is past or more than two
 * years ahead, and times that are past or skipped by daylight saving, all in the masjid's time zone.
 */
export function slotsToPost({ date, times, weeks }: Posting, timeZone: string, now: Date): PostingResult {
  const today = dateIn(timeZone, now)
  const latest = lastPostableDate(today)
  if (date < today) return { kind: 'past_date' }
  if (date > latest) return { kind: 'date_too_far' }
  const dates = Array.from({ length: weeks }, (_, week) => addDays(date, 7 * week))
  if (dates.some((it) => it > latest)) return { kind: 'last_date_too_far' }
  const sorted = [...new Set(times)].toSorted()
  const slots: SlotToPost[] = []
  const bad = new Map<string, BadTime>()
  for (const day of dates) {
    for (const time of sorted) {
      const startsAt = instantOf(day, time, timeZone)
      if (startsAt !== null && isUpcoming(startsAt, now)) slots.push({ date: day, time, startsAt })
      else if (!bad.has(time))
        bad.set(time, { index: times.indexOf(time), date: day, why: startsAt === null ? 'skipped' : 'past' })
    }
  }
  if (bad.size > 0) return { kind: 'bad_times', bad: [...bad.values()].toSorted((a, b) => a.index - b.index) }
  return { kind: 'slots', slots }
}
