import { isUpcoming } from './is-upcoming.ts'
import { dateIn, instantOf, yearsAfter } from './wall-clock.ts'

/** A slot to be posted: its wall-clock time, HH:MM, and the instant that it means. */
export interface SlotToPost {
  readonly time: string
  readonly startsAt: Date
}

/** What is wrong with the time at `index` of those that were sent. */
interface BadTime {
  readonly index: number
  readonly why: 'skipped' | 'past'
}

export type PostingResult =
  | { readonly kind: 'slots'; readonly slots: readonly SlotToPost[] }
  | { readonly kind: 'past_date' }
  | { readonly kind: 'date_too_far' }
  | { readonly kind: 'bad_times'; readonly bad: readonly BadTime[] }

/** How far ahead a date may be posted. A masjid that posts every Friday so far ahead has some hundred dates. */
const yearsAhead = 2

/**
 * The slots that a masjid posts for a date, each time once and in order. Refused are a date before today or more than two
 * years after it in the masjid's zone, and every time that cannot be: in the hour that the clocks skip, or in the past.
 */
export function slotsToPost(date: string, times: readonly string[], timeZone: string, now: Date): PostingResult {
  const today = dateIn(timeZone, now)
  if (date < today) return { kind: 'past_date' }
  if (date > yearsAfter(today, yearsAhead)) return { kind: 'date_too_far' }
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
