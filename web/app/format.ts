import { t } from '@lingui/core/macro'
import { noon } from '../ui/calendar-date.ts'

const locale = 'en-US'

/** Creates a formatter on first use: creating one is slow, and most screens need only one or two. */
function lazyFormatter<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * Creates a formatter for a masjid's wall clock. Its callers parse values as UTC, and it formats them in UTC, so the viewer's time zone
 * never shifts a value.
 */
const wallClockFormatter = (options: Intl.DateTimeFormatOptions) =>
  lazyFormatter(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))

const timeFormatter = wallClockFormatter({ timeStyle: 'short', hour12: true })
const longDateFormatter = wallClockFormatter({ dateStyle: 'long' })
const fullDateFormatter = wallClockFormatter({ dateStyle: 'full' })
const shortMonthFormatter = wallClockFormatter({ month: 'short' })

/** Formats instants in the viewer's time zone, for events in the viewer's own account. */
const instantFormatter = lazyFormatter(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }),
)

const milesFormatter = lazyFormatter(
  () =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'mile',
      unitDisplay: 'long',
      maximumFractionDigits: 1,
    }),
)

const listFormatter = lazyFormatter(() => new Intl.ListFormat(locale))

/** Formats `13:30` as `1:30 PM`, or as `1:30 PM EST` with a zone. */
export function formatTime(time: string, zone?: string): string {
  // Newer ICU versions put a narrow no-break space before AM and PM, older ones an ordinary space.
  const shown = timeFormatter()
    .format(new Date(`1970-01-01T${time}:00Z`))
    .replaceAll('\u202f', ' ')
  return zone === undefined ? shown : `${shown} ${zone}`
}

/** Formats `2026-11-27` as `November 27, 2026`. */
export function formatDate(date: string): string {
  return longDateFormatter().format(noon(date))
}

/** Formats `2026-11-27` as `Friday, November 27, 2026`. */
export function formatDayAndDate(date: string): string {
  return fullDateFormatter().format(noon(date))
}

/** Splits `2026-11-27` into `Nov` and 27. */
export function monthAndDayOf(date: string): { readonly month: string; readonly day: number } {
  return { month: shortMonthFormatter().format(noon(date)), day: noon(date).getUTCDate() }
}

/** Formats an ISO instant as `November 27, 2026 at 1:30 PM`, in the viewer's time zone. */
export function formatInstant(iso: string): string {
  return instantFormatter().format(new Date(iso)).replaceAll('\u202f', ' ')
}

/** Joins `a`, `b` and `c` into `a, b, and c`. */
export function formatList(items: readonly string[]): string {
  return listFormatter().format(items)
}

/** Formats `12.34` as `12.3 miles`. Below one mile, returns no number, because a distance between ZIP codes is not that precise. */
export function formatMiles(distance: number): string {
  return distance < 1 ? t`Less than a mile` : milesFormatter().format(distance)
}
