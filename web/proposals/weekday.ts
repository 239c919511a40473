import { noon } from '../ui/calendar-date.ts'

/** The number of the weekday, where Sunday is 0. */
export const friday = 5

/** Whether a date, YYYY-MM-DD, is a Friday. */
export function isFriday(date: string): boolean {
  return noon(date).getUTCDay() === friday
}
