import { Temporal } from 'temporal-polyfill'

/**
 * The next instant after `now` at which the clocks of a time zone show the full hour `hour`. If daylight saving skips the hour, it is
 * when the skipped hour has passed; if the hour comes twice, its first pass. So each date has one digest.
 * @param hour 0 to 23
 */
export function nextDigest(now: Date, hour: number, timeZone: string): Date {
  const zoned = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const on = (date: Temporal.PlainDate) =>
    date.toPlainDateTime({ hour }).toZonedDateTime(timeZone, { disambiguation: 'compatible' })
      .epochMilliseconds
  const today = zoned.toPlainDate()
  const soonest = on(today)
  return new Date(soonest > now.getTime() ? soonest : on(today.add({ days: 1 })))
}
