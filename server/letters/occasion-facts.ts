import type { Occasion } from './letter.ts'
import { type Fact, say } from './message.ts'

/** A masjid's wall clock is put on one in UTC and read from it in UTC, so that the server's own zone never moves it. */
const fullDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', hour12: true, timeZone: 'UTC' })

/** `2026-12-04` as `Friday, December 4, 2026`. */
export function longDate(date: string): string {
  return fullDate.format(new Date(`${date}T12:00:00Z`))
}

/** `13:30` as `1:30 PM`. */
function clockTime(time: string): string {
  // Newer ICU puts a narrow no-break space before AM and PM, older an ordinary one.
  return clock.format(new Date(`1970-01-01T${time}:00Z`)).replaceAll('\u202f', ' ')
}

/** Where and when, for the khateeb. */
export function factsForKhateeb({ masjidName, city, stateCode, date, time }: Occasion): readonly Fact[] {
  return [
    { label: 'Masjid', value: say`${masjidName} (${city}, ${stateCode})` },
    { label: 'Date', value: say`${longDate(date)}` },
    // A khateeb may live across the border of a time zone.
    { label: 'Time', value: say`${clockTime(time)} (the masjid’s local time)` },
  ]
}

/** Who, where and when, for the masjid. */
export function factsForMasjid(khateebName: string, { masjidName, date, time }: Occasion): readonly Fact[] {
  return [
    { label: 'Khateeb', value: say`${khateebName}` },
    { label: 'Date', value: say`${longDate(date)}` },
    { label: 'Time', value: say`${clockTime(time)}` },
    { label: 'Masjid', value: say`${masjidName}` },
  ]
}
