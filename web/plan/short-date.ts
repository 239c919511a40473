import { monthAndDayOf } from '../app/format.ts'

/** Formats `2026-11-27` as `Nov 27`, which never breaks into two lines. */
export function shortDate(date: string): string {
  const { month, day } = monthAndDayOf(date)
  return `${month}\u00a0${day}`
}
