import { t } from '@lingui/core/macro'
import { formatDayAndDate } from '../app/format.ts'
import { noon } from '../ui/calendar-date.ts'

/** The number of the weekday, where Sunday is 0. */
export const friday = 5

/** Whether a date, YYYY-MM-DD, is a Friday. */
export function isFriday(date: string): boolean {
  return noon(date).getUTCDay() === friday
}

/** Formats a date, YYYY-MM-DD, with its weekday, and says if it is not a Friday. Empty if the date is incomplete. */
export function weekdayText(date: string): string {
  if (Number.isNaN(noon(date).getTime())) return ''
  const day = formatDayAndDate(date)
  return isFriday(date) ? day : t`${day}. This is not a Friday.`
}
