import type { PostedSlot } from '../proposals/posted-slots.ts'
import { isFriday } from '../proposals/weekday.ts'
import { addDays } from '../ui/calendar-date.ts'
import type { BoardDate } from './board-columns.ts'

/** Fridays to post, YYYY-MM-DD, and the slots of the last posted Friday. Each new Friday gets slots with the same times and languages. */
export interface MoreFridays {
  readonly dates: readonly string[]
  readonly likeSlots: readonly Pick<PostedSlot, 'khutbahTime' | 'startsAt' | 'language'>[]
}

/**
 * Returns the `count` Fridays after the last Friday of a board, with the slots of that last Friday; undefined if the board has no Friday.
 */
export function moreFridaysAfter(dates: readonly BoardDate[], count: number): MoreFridays | undefined {
  const last = dates.findLast(({ date }) => isFriday(date))
  return (
    last && {
      dates: Array.from({ length: count }, (_, week) => addDays(last.date, 7 * (week + 1))),
      likeSlots: last.slots,
    }
  )
}
