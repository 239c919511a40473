import { addDays, instantOf } from '../../domain/khutbahs/wall-clock.ts'
import { friday } from '../runtime/slots.ts'

export const timeZones = ['America/Detroit', 'Pacific/Guam', 'Pacific/Pago_Pago'] as const

/** Days after the khutbah's date. A negative number means a day before it. */
export const dayOffsets = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5] as const

/** The slot's local time, in its masjid's time zone. */
export const slotTime = '13:00'

/**
 * Returns the instant of a local time HH:MM, `day` days after the khutbah's date (before it, if `day` is negative). 23:59 means the last
 * millisecond of the day.
 */
export function instantAt(day: number, wallClock: string, zone: string): Date {
  const date = addDays(friday, day)
  const instant = instantOf(date, wallClock, zone)
  if (instant === null) throw new Error(`${date} ${wallClock} does not exist in ${zone}`)
  return new Date(instant.getTime() + (wallClock === '23:59' ? 59_999 : 0))
}

/**
 * Returns whether the slot is upcoming at the local time `wallClock` (HH:MM), `day` days after the khutbah's date (before it, if `day` is
 * negative).
 */
export function isUpcoming(day: number, wallClock: string): boolean {
  return day < 0 || (day === 0 && wallClock <= slotTime)
}
