import { noon } from '../ui/calendar-date.ts'

/** Dates are formatted in UTC, so the viewer's time zone never shifts them. */
const monthFormatter = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const weekdayFormatter = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

/** Formats `2026-11-27` as `November 2026`. */
export const formatMonth = (date: string) => monthFormatter.format(noon(date))

/** Formats `2026-11-27` as `Fri 27`, for a list under the name of the month. */
export const formatDayInMonth = (date: string) =>
  `${weekdayFormatter.format(noon(date))} ${noon(date).getUTCDate()}`
