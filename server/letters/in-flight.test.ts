import { once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AttemptAbandonedError, maxInFlight, trackInFlight } from './in-flight.ts'
import type { ClaimedLetter } from './outbox-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function letterTo(recipient: string): ClaimedLetter {
  const at = new Date('2026-12-01T12:00:00Z')
  return {
    id: recipient,
    kind: 'welcome',
    channel: 'email',
    recipient,
    personId: null,
    partyUid: null,
    props: {},
    writtenAt: at,
    claimedAt: at,
    attempts: 1,
    held: false,
    counted: false,
  }
}

/** Creates a tracker. Its letters end only when their signals are aborted. */
function createTracker() {
  const onFreed = vi.fn<() => void>()
  const inFlight = trackInFlight(onFreed)
  const signals: AbortSignal[] = []
  const start = (recipient: string) =>
    inFlight.start(letterTo(recipient), async (signal) => {
      signals.push(signal)
      await once(signal, 'abort')
    })
  return { inFlight, onFreed, signals, start }
}

test('five letters are sent concurrently, and each frees its place for another letter after two seconds', async () => {
  const { inFlight, onFreed, start } = createTracker()
  for (let n = 0; n < 5; n += 1) start(`${n}@people.test`)
  expect(inFlight.free()).toBe(0)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(onFreed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onFreed).toHaveBeenCalledTimes(5)
  expect(inFlight.free()).toBe(5)
})

test('at most thirty letters are in flight, even if all are slow', async () => {
  const { inFlight, start } = createTracker()
  for (let n = 0; inFlight.letters().length < 28; n += 1) {
    start(`${n}@people.test`)
    await vi.advanceTimersByTimeAsync(2_000)
  }
  expect(inFlight.free()).toBe(2)
  start('a@people.test')
  start('b@people.test')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(inFlight.letters()).toHaveLength(maxInFlight)
  expect(inFlight.free()).toBe(0)
})

test('a letter frees its place when its sending ends', async () => {
  const { inFlight, onFreed } = createTracker()
  inFlight.start(letterTo('a@people.test'), async () => {})
  expect(inFlight.free()).toBe(4)
  await inFlight.settled()
  expect(inFlight.free()).toBe(5)
  expect(onFreed).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('a recipient with two letters in flight counts as full', () => {
  const { inFlight, start } = createTracker()
  for (const name of ['a', 'b', 'b']) start(`${name}@people.test`)
  expect(inFlight.fullRecipients()).toEqual(['b@people.test'])
})

test('a recipient counts as slow while a letter to it has been in flight for two seconds', async () => {
  const { inFlight, start } = createTracker()
  start('a@people.test')
  await vi.advanceTimersByTimeAsync(1_999)
  expect(inFlight.slowRecipients()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(inFlight.slowRecipients()).toEqual(['a@people.test'])
  inFlight.abandonAll()
  await inFlight.settled()
  expect(inFlight.slowRecipients()).toEqual([])
})

test('an attempt to send a letter is aborted after half an hour', async () => {
  const { inFlight, signals, start } = createTracker()
  start('a@people.test')
  await vi.advanceTimersByTimeAsync(30 * 60_000 - 1)
  expect(signals[0]?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await inFlight.settled()
  expect(signals[0]?.reason).not.toBeInstanceOf(AttemptAbandonedError)
  expect(inFlight.letters()).toEqual([])
})

test('a letter whose sending begins after abandonAll is aborted at once', () => {
  const { inFlight, signals, start } = createTracker()
  start('a@people.test')
  inFlight.abandonAll()
  start('b@people.test')
  expect(signals.map(({ reason }) => reason instanceof AttemptAbandonedError)).toEqual([true, true])
})
