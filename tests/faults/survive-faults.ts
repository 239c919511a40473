import { expect, type TestContext } from 'vitest'
import type { ServerProcess } from '../../tools/server/server-process.ts'
import { noteFigure } from '../../tools/test/figure.ts'
import type { Member } from '../runtime/insert-people.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { type PostedSlot, postSlotWithKey, slotsOf, slotsToPost, statusOf } from './post-slots.ts'

/** Seconds until every call must be answered, whatever happens to the database. */
const answeredWithin = 10

/** A fault of a database. */
export interface DatabaseFault {
  /** What happens to the database, as the predicate of a test title. */
  readonly what: string
  /** Causes the fault, and resolves when it is over. `post` makes one more change and returns its status. */
  readonly cause: (post: () => Promise<number>) => Promise<void>
  /** Seconds after the fault within which a change must succeed again. */
  readonly recoversWithin: number
}

interface Outcome {
  /** Statuses other than 200 and 503. */
  readonly otherStatuses: readonly number[]
  /** Acknowledged slots that are missing. */
  readonly lost: readonly PostedSlot[]
}

export const expectedOutcome: Outcome = { otherStatuses: [], lost: [] }

/** A masjid that posts slots, and those acknowledged. */
interface Poster {
  readonly masjid: Pick<Member, 'token'>
  readonly slots: Iterator<PostedSlot, never>
  readonly acknowledged: PostedSlot[]
}

/**
 * Causes a fault `times` times while masjids post slots. Expects after each that the server is alive and accepts changes
 * again. The caller must expect `expectedOutcome`.
 */
export async function surviveFaults(
  { task }: Pick<TestContext, 'task'>,
  { url }: Pick<ServerProcess, 'url'>,
  masjids: readonly Pick<Member, 'token'>[],
  { cause, recoversWithin }: DatabaseFault,
  times: number,
): Promise<Outcome> {
  const posters = masjids.map((masjid): Poster => ({ masjid, slots: slotsToPost(), acknowledged: [] }))
  const statuses = new Map<number, number>()
  const waits: number[] = []
  const recoveries: number[] = []
  const over = new AbortController()

  async function post({ masjid, slots, acknowledged }: Poster): Promise<number> {
    const slot = slots.next().value
    const begun = performance.now()
    const status = await statusOf(postSlotWithKey(url, masjid, slot))
    waits.push(performance.now() - begun)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 200) acknowledged.push(slot)
    return status
  }
  async function postUntilOver(poster: Poster): Promise<void> {
    while (!over.signal.aborted) await post(poster)
  }
  const statusAt = async (path: string) => (await fetch(url + path)).status
  const count = (status: number) => statuses.get(status) ?? 0

  const [first, ...others] = posters
  if (first === undefined) throw new Error('There is no masjid to post slots.')
  const posting = Promise.all(others.map(postUntilOver))
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
  over.abort()
  await posting

  const lost: PostedSlot[] = []
  for (const { masjid, acknowledged } of posters) {
    const found = await slotsOf(url, masjid)
    lost.push(...acknowledged.filter((slot) => !found.has(slot)))
  }
  const outcome = { otherStatuses: [...statuses.keys()].filter((it) => it !== 200 && it !== 503), lost }
  if (!isVerifyRun) return outcome
  const counts = `${times} times; ${count(200)} changes acknowledged, ${count(503)} refused, ${lost.length} lost`
  noteFigure(task, {
    name: `${task.name} (${counts}): longest call`,
    measured: seconds(Math.max(...waits)),
    unit: 's',
    atMost: answeredWithin,
  })
  noteFigure(task, {
    name: `${task.name}: longest time until the first change after a fault`,
    measured: seconds(Math.max(...recoveries)),
    unit: 's',
    atMost: recoversWithin,
  })
  return outcome
}

function seconds(milliseconds: number): number {
  return Number((milliseconds / 1_000).toFixed(2))
}
