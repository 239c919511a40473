import { expect, type TestContext } from 'vitest'
import type { ServerProcess } from '../../tools/server/server-process.ts'
import { recordMeasurement } from '../../tools/test/measurement.ts'
import type { InsertedAccount } from '../runtime/insert-people.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { createSlotPoster, type DateAndTime, type SlotPoster } from './post-slots.ts'
import { repeatUntilStopped } from './repeat-until-stopped.ts'

/** Seconds within which every call must have a response, whatever happens to the database. */
const maxResponseSeconds = 10

export interface DatabaseFault {
  /** The effect on the database, as the predicate of a test title. */
  readonly what: string
  /** Causes the fault. Resolves when the fault is over. `post` makes one more change and returns its status. */
  readonly cause: (post: () => Promise<number>) => Promise<unknown>
  /** Seconds after the fault within which a change must succeed again. */
  readonly recoversWithin: number
}

/** The expected outcome: only the statuses 200 and 503, and all acknowledged slots are found. */
export const expectedOutcome = { otherStatuses: [], lost: [] }

/**
 * Causes a fault `times` times while masjids post slots. After each fault, expects that the server is alive and accepts changes again. The
 * caller must expect `expectedOutcome`.
 */
export async function surviveFaults(
  { task }: Pick<TestContext, 'task'>,
  { url }: Pick<ServerProcess, 'url'>,
  masjids: readonly Pick<InsertedAccount, 'token'>[],
  { cause, recoversWithin }: DatabaseFault,
  times: number,
) {
  const posters = masjids.map((masjid) => createSlotPoster(url, masjid))
  const waits: number[] = []
  const recoveries: number[] = []

  async function post(poster: SlotPoster): Promise<number> {
    const begun = performance.now()
    const status = await poster.post()
    waits.push(performance.now() - begun)
    return status
  }
  const statusAt = async (path: string) => (await fetch(url + path)).status
  const statuses = () => posters.flatMap((poster) => poster.statuses)
  const count = (status: number) => statuses().filter((it) => it === status).length

  const [first, ...others] = posters
  if (first === undefined) throw new Error('There is no masjid to post slots.')
  const stops = others.map((poster) => repeatUntilStopped(() => post(poster)))
  for (let time = 0; time < times; time += 1) {
    const before = count(200)
    await expect.poll(() => count(200), { interval: 5, timeout: 60_000 }).toBeGreaterThan(before)
    await cause(() => post(first))
    const begun = performance.now()
    expect(await statusAt('/healthz')).toBe(200)
    await expect.poll(() => post(first), { interval: 10, timeout: 60_000 }).toBe(200)
    recoveries.push(performance.now() - begun)
    expect(await statusAt('/readyz')).toBe(200)
  }
  await Promise.all(stops.map((stop) => stop()))

  // Read the slots of the masjids one after the other, because the server would refuse some of many concurrent reads.
  const lost: DateAndTime[] = []
  for (const poster of posters) lost.push(...(await poster.lost()))
  const outcome = { otherStatuses: statuses().filter((it) => it !== 200 && it !== 503), lost }
  if (!isVerifyRun) return outcome
  const counts = `${times} times; ${count(200)} changes acknowledged, ${count(503)} refused, ${lost.length} lost`
  recordMeasurement(task, {
    name: `${task.name} (${counts}): longest call`,
    measured: Math.max(...waits) / 1_000,
    unit: 's',
    atMost: maxResponseSeconds,
  })
  recordMeasurement(task, {
    name: `${task.name}: longest time until the first change after a fault`,
    measured: Math.max(...recoveries) / 1_000,
    unit: 's',
    atMost: recoversWithin,
  })
  return outcome
}
