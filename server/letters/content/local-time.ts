import { instantOf } from '../../../domain/khutbahs/wall-clock.ts'

/** Local dates and times are parsed and formatted as UTC, so that the server's own time zone cannot shift them. */
const fullDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', hour12: true, timeZone: 'UTC' })

/** Formats `2026-12-04` as `Friday, December 4, 2026`. */
export function longDate(date: string): string {
  return fullDate.format(new Date(`${date}T12:00:00Z`))
}

/** Formats `13:30` as `1:30 PM`. */
export function clockTime(time: string): string {
  // Newer versions of ICU write a narrow no-break space before AM and PM, older ones a normal space.
  return clock.format(new Date(`1970-01-01T${time}:00Z`)).replaceAll('\u202f', ' ')
}

/** The name of a time zone at a local date and time, for example `Eastern Standard Time`. */
export function zoneName(timeZone: string, date: string, time: string): string {
  // Null if the clocks skip the time. Then any instant of the day will do.
  const instant = instantOf(date, time, timeZone) ?? new Date(`${date}T12:00:00Z`)
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'long' })
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
