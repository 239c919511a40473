import { minutesAfterMidnight } from '../app/minutes-of-day.ts'
import type { PostedSlot } from '../proposals/posted-slots.ts'
import { isFriday } from '../proposals/weekday.ts'

/** A date of a board, with its slots in the order of their times. */
export interface BoardDate {
  /** YYYY-MM-DD. */
  readonly date: string
  readonly slots: readonly PostedSlot[]
}

/** More columns would be too narrow for a name. */
const maxColumns = 6

/**
 * Returns the usual times of some dates, HH:MM, earliest first. A board has a column for each of these times. There are no more columns
 * than the most common number of slots on a Friday, so a board whose times change during the season has no half-empty columns.
 */
export function usualTimes(dates: readonly BoardDate[]): string[] {
  const fridays = dates.filter(({ date }) => isFriday(date))
  const typical = fridays.length > 0 ? fridays : dates
  const [usualCount = 0] = distinctByFrequency(typical.map(({ slots }) => slots.length))
  return distinctByFrequency(typical.flatMap(({ slots }) => slots.map((it) => it.khutbahTime)))
    .slice(0, Math.min(usualCount, maxColumns))
    .toSorted()
}

/** Returns the distinct values, most frequent first. Equally frequent values stay in their order. */
function distinctByFrequency<Value>(values: readonly Value[]): Value[] {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([value]) => value)
}

/**
 * Returns the slots of a date in each column. A slot at an unusual time goes into the free column with the closest time. If no column is
 * free, the slot shares the column with the closest time.
 */
export function slotsByColumn(slots: readonly PostedSlot[], columns: readonly string[]): PostedSlot[][] {
  const cells: PostedSlot[][] = columns.map(() => [])
  const unusual: PostedSlot[] = []
  for (const slot of slots) (cells[columns.indexOf(slot.khutbahTime)] ?? unusual).push(slot)
  for (const slot of unusual) {
    const closest = columns
      .map((time, column) => ({ column, distance: minutesBetween(time, slot.khutbahTime) }))
      .toSorted((a, b) => a.distance - b.distance)
      .map(({ column }) => cells[column] ?? [])
    const cell = closest.find((it) => it.length === 0) ?? closest[0]
    cell?.push(slot)
  }
  return cells.map((cell) => cell.toSorted((a, b) => a.khutbahTime.localeCompare(b.khutbahTime)))
}

function minutesBetween(a: string, b: string): number {
  return Math.abs(minutesAfterMidnight(a) - minutesAfterMidnight(b))
}
