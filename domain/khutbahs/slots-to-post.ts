import { isUpcoming } from './is-upcoming.ts'
import { addYears, dateIn, instantOf } from './wall-clock.ts'

/** A slot to be posted: its wall-clock time, HH:MM, and its instant. */
export interface SlotToPost {
  readonly time: string
  readonly startsAt: Date
}

/** An invalid time: its index in the input, and whether the clocks skip it or it is past. */
interface BadTime {
  readonly index: number
  readonly why: 'skipped' | 'past'
}

/** The last date, YYYY-MM-DD, for which slots can be posted today. */
export function lastPostableDate(today: string): string {
  return addYears(today, yearsAhead)
}

export type PostingResult =
  | { readonly kind: 'slots'; readonly slots: readonly SlotToPost[] }
  | { readonly kind: 'past_date' }
  | { readonly kind: 'date_too_far' }
  | { readonly kind: 'bad_times'; readonly bad: readonly BadTime[] }

/** How many years ahead a date may be posted. In two years, a masjid that posts every Friday has about a hundred dates. */
const yearsAhead = 2

/**
 * Validates a date and its times, HH:MM, and returns the slots to post, sorted and without duplicates. Rejects a date that
 * is past or more than two years ahead in the masjid's time zone, and times that are past or skipped by daylight saving.
 */
export function slotsToPost(
  date: string,
  times: readonly string[],
  timeZone: string,
  now: Date,
): PostingResult {
  const today = dateIn(timeZone, now)
  if (date < today) return { kind: 'past_date' }
  if (date > lastPostableDate(today)) return { kind: 'date_too_far' }
  const slots = new Map<string, SlotToPost>()
  const bad: BadTime[] = []
  for (const [index, time] of times.entries()) {
    const startsAt = instantOf(date, time, timeZone)
    if (startsAt === null) bad.push({ index, why: 'skipped' })
    else if (!isUpcoming(startsAt, now)) bad.push({ index, why: 'past' })
    else slots.set(time, { time, startsAt })
  }
  if (bad.length > 0) return { kind: 'bad_times', bad }
  return { kind: 'slots', slots: [...slots.values()].toSorted((a, b) => (a.time < b.time ? -1 : 1)) }
}
