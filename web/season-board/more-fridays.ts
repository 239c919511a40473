import type { Language } from '../../contract/availability-choices.ts'
import { isFriday } from '../khutbahs/suggested-date.ts'
import { addDays } from '../ui/calendar-date.ts'
import type { BoardDate } from './board-columns.ts'

/** Fridays to post, YYYY-MM-DD, and the services of each, with times as HH:MM. */
export interface MoreFridays {
  readonly dates: readonly string[]
  readonly services: readonly { readonly time: string; readonly language: Language | null }[]
}

/**
 * Returns the `count` Fridays after the last Friday of a board, with the times and languages of that last Friday; undefined if the board
 * has no Friday.
 */
export function moreFridaysAfter(dates: readonly BoardDate[], count: number): MoreFridays | undefined {
  const last = dates.findLast(({ date }) => isFriday(date))
  return (
    last && {
      dates: Array.from({ length: count }, (_, week) => addDays(last.date, 7 * (week + 1))),
      services: last.slots.map(({ khutbahTime: time, language }) => ({ time, language })),
    }
  )
}
