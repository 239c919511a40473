import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from './concurrency-limiter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const signedOut = (client: string) => ({ hasLiveSession: false, client })
const member = (client: string) => ({ hasLiveSession: true, client })

/** Requests a place, and records whether it was granted or refused. */
function enters(
  limiter: ConcurrencyLimiter,
  name: string,
  hasLiveSession: boolean,
  said: string[],
): Promise<() => void> {
  const entered = limiter.acquire({ hasLiveSession, client: name })
  entered.then(
    () => said.push(`${name} in`),
    () => said.push(`${name} refused`),
  )
  return entered
}

test('a call waits while all places are taken, and starts when one is released', async () => {
  const limiter = createConcurrencyLimiter(4)
  const said: string[] = []
  const leave = await limiter.acquire(member('a'))
  for (const name of ['b', 'c', 'd']) await limiter.acquire(member(name))
  void enters(limiter, 'e', true, said)
  await vi.advanceTimersByTimeAsync(100)
  expect(said).toEqual([])
  leave()
  leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(said).toEqual(['e in'])
})

test('a call is refused with 503 after waiting for 800 ms', async () => {
  const limiter = createConcurrencyLimiter(1)
  await limiter.acquire(member('a'))
  const said: string[] = []
  enters(limiter, 'b', true, said).catch(() => {})
  await vi.advanceTimersByTimeAsync(799)
  expect(said).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(said).toEqual(['b refused'])
})

test('an address with a full queue is refused immediately, and other addresses are not', async () => {
  const limiter = createConcurrencyLimiter(1)
  const leave = await limiter.acquire(member('holder'))
  const flood = Array.from({ length: 65 }, () => limiter.acquire(signedOut('flood')))
  flood.slice(0, 64).forEach((it) => void it.catch(() => {}))
  await expect(flood.at(-1)).rejects.toMatchObject({ code: 'unavailable' })
  const said: string[] = []
  void enters(limiter, 'other', false, said)
  leave()
  await vi.advanceTimersByTimeAsync(0)
  const leaveFirst = await flood[0]
  leaveFirst?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(said).toEqual(['other in'])
})

test('signed-out callers cannot take all places', async () => {
  const limiter = createConcurrencyLimiter(4)
  const said: string[] = []
  for (const name of ['s1', 's2', 's3', 's4']) void enters(limiter, name, false, said).catch(() => {})
  void enters(limiter, 'member', true, said)
  await vi.advanceTimersByTimeAsync(0)
  expect(said).toEqual(['s1 in', 's2 in', 's3 in', 'member in'])
})

test('members go first, and every fourth turn goes to a signed-out caller', async () => {
  const limiter = createConcurrencyLimiter(1)
  const said: string[] = []
  let leave = await limiter.acquire(member('holder'))
  const waiting = ['s', 'm1', 'm2', 'm3', 'm4'].map((name) => enters(limiter, name, name !== 's', said))
  for (let left = waiting.length; left > 0; left -= 1) {
    const seen = said.length
    leave()
    await vi.advanceTimersByTimeAsync(0)
    expect(said.length).toBe(seen + 1)
    const entered = ['s', 'm1', 'm2', 'm3', 'm4'].indexOf(said.at(-1)?.split(' ')[0] ?? '')
    leave = (await waiting[entered]) ?? leave
  }
  expect(said).toEqual(['m1 in', 'm2 in', 'm3 in', 's in', 'm4 in'])
})
