import { instantOf } from '../../domain/khutbahs/wall-clock.ts'
import { friday } from '../runtime/slots.ts'

export const timeZones = ['America/Detroit', 'Pacific/Guam', 'Pacific/Pago_Pago'] as const

/** From a khutbah's date. */
export const dayOffsets = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5] as const

/** Of the slot, by its masjid's clock. */
export const slotTime = '13:00'

/** The instant of a time of the day, some days from the khutbah's, by the clock of a zone; 23:59 up to its last moment. */
export function instantAt(day: number, wallClock: string, zone: string): Date {
  const date = new Date(Date.parse(friday) + day * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
  const instant = instantOf(date, wallClock, zone)
  if (instant === null) throw new Error('There is such a time.')
  return new Date(instant.getTime() + (wallClock === '23:59' ? 59_999 : 0))
}

/** Whether the khutbah is still to come then. */
export function isUpcoming(day: number, wallClock: string): boolean {
  return day < 0 || (day === 0 && wallClock <= slotTime)
}
