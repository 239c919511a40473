import { instantOf } from '../../domain/khutbahs/wall-clock.ts'
import { friday } from '../runtime/slots.ts'
import { type Stage, type State, setStage, type World } from './world.ts'

/** What a khateeb and a masjid may have to do with each other, and what that began as. */
const states = {
  open: 'open',
  invited: 'invited',
  requested: 'requested',
  rejected: 'requested',
  confirmed: 'confirmed',
  removed: 'confirmed',
} as const satisfies Record<string, State>

export type Dealing = keyof typeof states

export const dealings = Object.keys(states).filter((it): it is Dealing => it in states)

export const zones = ['America/Detroit', 'Pacific/Guam', 'Pacific/Pago_Pago'] as const

/** From a khutbah's date. */
export const days = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5] as const

/** Of the slot, by its masjid's clock. */
export const time = '13:00'

/** Sets the stage, long before the khutbah, with the masjid in a zone. */
export async function begin(world: World, dealing: Dealing, zone: string): Promise<Stage> {
  await world.app.setNow('2099-06-01T12:00:00Z')
  const stage = await setStage(world, states[dealing])
  const { reader } = world.app.database
  await reader.updateTable('masjids').set({ time_zone: zone }).where('uid', '=', world.masjid.uid).execute()
  await reader
    .updateTable('slots')
    .set({ starts_at: at(0, time, zone) })
    .execute()
  const ended = new Date('2099-06-02T12:00:00Z')
  if (dealing === 'rejected')
    await reader.updateTable('proposals').set({ state: 'rejected', decided_at: ended }).execute()
  if (dealing === 'removed')
    await reader.updateTable('assignments').set({ ended_at: ended, end_reason: 'removed' }).execute()
  return stage
}

/** The instant of a time of the day, some days from the khutbah's, by the clock of a zone; 23:59 up to its last moment. */
export function at(day: number, wallClock: string, zone: string): Date {
  const date = new Date(Date.parse(friday) + day * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
  const instant = instantOf(date, wallClock, zone)
  if (instant === null) throw new Error('There is such a time.')
  return new Date(instant.getTime() + (wallClock === '23:59' ? 59_999 : 0))
}

/** Whether the masjid may see the khateeb's phone then. */
export function phoneIsDue(dealing: Dealing, day: number, wallClock: string): boolean {
  const isUpcoming = day < 0 || (day === 0 && wallClock <= time)
  return (dealing === 'requested' && isUpcoming) || (dealing === 'confirmed' && Math.abs(day) <= 3)
}
