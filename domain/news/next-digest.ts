import { Temporal } from 'temporal-polyfill'

/**
 * Returns the next instant after `now` at which the local time is the full hour `hour`. If daylight saving skips the hour, returns the end
 * of the skipped hour. If the hour occurs twice, returns its first occurrence. So each date has one digest.
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
