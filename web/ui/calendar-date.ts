/** In milliseconds. */
const day = 24 * 60 * 60 * 1_000

/** Returns noon in UTC on a date (YYYY-MM-DD). Noon is far from midnight, so the instant is on this date in most time zones. */
export const noon = (date: string) => new Date(`${date}T12:00:00Z`)

/** Returns the date (YYYY-MM-DD) of an instant in UTC. */
export const isoDate = (instant: Date) => instant.toISOString().slice(0, 10)

/** Returns the date that is `days` days later, or earlier if negative. Dates are YYYY-MM-DD. */
export const addDays = (date: string, days: number) => isoDate(new Date(noon(date).getTime() + days * day))

/** Whether a text is a date (YYYY-MM-DD) that exists, from the year 1 on. Some browsers parse February 30 as a day of March. */
export function isDate(text: string): boolean {
  const instant = noon(text)
  return !Number.isNaN(instant.getTime()) && isoDate(instant) === text && !text.startsWith('0000')
}
