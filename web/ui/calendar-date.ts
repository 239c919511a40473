/** Milliseconds. */
const day = 24 * 60 * 60 * 1_000

/** Noon in UTC on a date, YYYY-MM-DD: far from midnight, so that it is on that date in most time zones. */
export const noon = (date: string) => new Date(`${date}T12:00:00Z`)

/** The date, YYYY-MM-DD, of an instant in UTC. */
export const isoDate = (instant: Date) => instant.toISOString().slice(0, 10)

/** The date some days later, or earlier if negative. Dates are YYYY-MM-DD. */
export const addDays = (date: string, days: number) => isoDate(new Date(noon(date).getTime() + days * day))
