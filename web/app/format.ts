import { t } from '@lingui/core/macro'

const locale = 'en-US'

/** A browser takes its time to make one, and most screens need one or two: each is made when it is first used. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * Dates and times here are a masjid's wall clock. They are put on a clock in UTC and read from one in UTC, so
 * that the viewer's own zone never moves them.
 */
const wallClock = (options: Intl.DateTimeFormatOptions) =>
  lazily(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))

const clock = wallClock({ timeStyle: 'short', hour12: true })
const longDate = wallClock({ dateStyle: 'long' })
const fullDate = wallClock({ dateStyle: 'full' })
const shortMonth = wallClock({ month: 'short' })

/** What happened to oneself is told by one's own clock, wherever one is. */
const ownClock = lazily(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }))

const miles = lazily(
  () =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'mile',
      unitDisplay: 'long',
      maximumFractionDigits: 1,
    }),
)

const noon = (date: string) => new Date(`${date}T12:00:00Z`)

/** `13:30` as `1:30 PM`. */
export function formatTime(time: string): string {
  // Newer ICU puts a narrow no-break space before AM and PM, older an ordinary one.
  return clock()
    .format(new Date(`1970-01-01T${time}:00Z`))
    .replaceAll('\u202f', ' ')
}

/** `2026-11-27` as `November 27, 2026`. */
export function formatDate(date: string): string {
  return longDate().format(noon(date))
}

/** `2026-11-27` as `Friday, November 27, 2026`. */
export function formatDayAndDate(date: string): string {
  return fullDate().format(noon(date))
}

/** `2026-11-27` as `Nov` and 27, for a leaf of a calendar. */
export function monthAndDayOf(date: string): { readonly month: string; readonly day: number } {
  return { month: shortMonth().format(noon(date)), day: noon(date).getUTCDate() }
}

/** An ISO instant as `November 27, 2026 at 1:30 PM`, by the viewer's own clock. */
export function formatInstant(iso: string): string {
  return ownClock().format(new Date(iso)).replaceAll('\u202f', ' ')
}

/** `12.34` as `12.3 miles`. Below one there is no figure: ZIP codes, which distances are between, aren't that precise. */
export function formatMiles(distance: number): string {
  return distance < 1 ? t`Less than a mile` : miles().format(distance)
}

/** Ten digits as `(313) 555-0142`; anything else as it is. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}
