import { instantOf } from '../../../domain/khutbahs/wall-clock.ts'
import type { NewsLanguage } from '../../../domain/news/delivery.ts'
import type { LocalizedText } from './message.ts'

/** The locale for each language. Arabic uses the digits that are usual in the United States. */
const locales: Readonly<Record<NewsLanguage, string>> = { en: 'en-US', ar: 'ar-u-nu-latn', es: 'es-US' }

// Local dates and times are parsed and formatted as UTC, so that the server's own time zone cannot shift them.
const dateFormats = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }),
)
const timeFormats = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', hour12: true, timeZone: 'UTC' }),
)

/** Creates a format for each language in advance: creating a format takes a hundred times as long as using it. */
export function perLanguage<Format>(
  create: (locale: string) => Format,
): Readonly<Record<NewsLanguage, Format>> {
  return { en: create(locales.en), ar: create(locales.ar), es: create(locales.es) }
}

/** Formats `2026-12-04`, in English as `Friday, December 4, 2026`. */
export function longDate(date: string): LocalizedText {
  return (language) => dateFormats[language].format(new Date(`${date}T12:00:00Z`))
}

/** Formats `13:30`, in English as `1:30 PM`. */
export function clockTime(time: string): LocalizedText {
  // Writes normal spaces, because some versions of ICU write no-break spaces around AM and PM.
  return (language) =>
    timeFormats[language].format(new Date(`1970-01-01T${time}:00Z`)).replaceAll(/[\u00a0\u202f]/g, ' ')
}

/** Returns the name of a time zone at a local date and time, for example `Eastern Standard Time`. */
export function zoneName(timeZone: string, date: string, time: string): LocalizedText {
  // `instantOf` returns null if the clocks skip this time. Then use noon of the same day in UTC.
  const instant = instantOf(date, time, timeZone) ?? new Date(`${date}T12:00:00Z`)
  return (language) => {
    const format = new Intl.DateTimeFormat(locales[language], { timeZone, timeZoneName: 'long' })
    return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  }
}
