import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const signedOutCaller = (client: string) => ({ hasLiveSession: false, client })
const member = (client: string) => ({ hasLiveSession: true, client })

/** Creates a limiter. Its `request` requests a place for a caller, and appends the outcome to `events`. */
function createLimiter(places: number) {
  const limiter = createConcurrencyLimiter(places)
  const events: string[] = []
  const request = (name: string, hasLiveSession = true) => {
    const place = limiter.acquire({ hasLiveSession, client: name })
    place.then(
      () => events.push(`${name} started`),
      () => events.push(`${name} refused`),
    )
    return place
  }
  return { limiter, events, request }
}

test('a call waits while all places are taken, and starts when a place is released', async () => {
  const { limiter, events, request } = createLimiter(4)
  const release = await limiter.acquire(member('a'))
  for (const name of ['b', 'c', 'd']) await limiter.acquire(member(name))
  void request('e')
  await vi.advanceTimersByTimeAsync(100)
  expect(events).toEqual([])
  release()
  release()
  await vi.advanceTimersByTimeAsync(0)
  expect(events).toEqual(['e started'])
})

test('a call is refused after waiting for 800 ms', async () => {
  const { limiter, events, request } = createLimiter(1)
  await limiter.acquire(member('a'))
  request('b').catch(() => {})
  await vi.advanceTimersByTimeAsync(799)
  expect(events).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(events).toEqual(['b refused'])
})

test('a call from an address whose queue is full is refused immediately, and calls from other addresses are not', async () => {
  const { limiter, events, request } = createLimiter(1)
  const release = await limiter.acquire(member('holder'))
  const flood = Array.from({ length: 65 }, () => limiter.acquire(signedOutCaller('flood')))
  flood.slice(0, 64).forEach((it) => void it.catch(() => {}))
  await expect(flood.at(-1)).rejects.toMatchObject({ code: 'unavailable' })
  void request('other', false)
  release()
  await vi.advanceTimersByTimeAsync(0)
  const releaseFirst = await flood[0]
  releaseFirst?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(events).toEqual(['other started'])
})

test('signed-out callers cannot take all places', async () => {
  const { events, request } = createLimiter(4)
  for (const name of ['s1', 's2', 's3', 's4']) void request(name, false).catch(() => {})
  void request('member')
  await vi.advanceTimersByTimeAsync(0)
  expect(events).toEqual(['s1 started', 's2 started', 's3 started', 'member started'])
})

test('members go before signed-out callers, but every fourth turn goes to a signed-out caller', async () => {
  const { limiter, events, request } = createLimiter(1)
  let release = await limiter.acquire(member('holder'))
  const waiting = ['s', 'm1', 'm2', 'm3', 'm4'].map((name) => request(name, name !== 's'))
  for (let left = waiting.length; left > 0; left -= 1) {
    const seen = events.length
    release()
    await vi.advanceTimersByTimeAsync(0)
    expect(events.length).toBe(seen + 1)
    const place = ['s', 'm1', 'm2', 'm3', 'm4'].indexOf(events.at(-1)?.split(' ')[0] ?? '')
    release = (await waiting[place]) ?? release
  }
  expect(events).toEqual(['m1 started', 'm2 started', 'm3 started', 's started', 'm4 started'])
})
