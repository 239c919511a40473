import { once } from 'node:events'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startOutboxPoller } from './outbox-poller.ts'

function startPoller(prepare: (dispatcher: ReturnType<typeof fakeDispatcher>) => void = () => {}) {
  const dispatcher = fakeDispatcher()
  prepare(dispatcher)
  const poller = startOutboxPoller(dispatcher, pino({ level: 'silent' }))
  return { dispatcher, stop: () => poller.stop() }
}

/** Returns a fake dispatcher without letters. Its `freePlace` calls the listener of `onFreed`. */
function fakeDispatcher() {
  const freed: (() => void)[] = []
  return {
    startDue: vi.fn<() => Promise<number>>().mockResolvedValue(0),
    renew: vi.fn<() => Promise<void>>().mockResolvedValue(),
    onFreed: (listener: () => void) => void freed.push(listener),
    settled: vi.fn<() => Promise<void>>().mockResolvedValue(),
    abort: vi.fn<() => void>(),
    freePlace: () => freed.map((listener) => listener()),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the outbox poller polls for due letters at its start and then every second', async () => {
  const { dispatcher } = startPoller()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(dispatcher.startDue).toHaveBeenCalledTimes(4)
})

test('the outbox poller polls when a place becomes free: at once, or right after a poll that is still running', async () => {
  const { dispatcher } = startPoller()
  await vi.advanceTimersByTimeAsync(500)
  const polled = new AbortController()
  dispatcher.startDue.mockImplementationOnce(async () => {
    await once(polled.signal, 'abort')
    return 1
  })
  dispatcher.freePlace()
  await vi.advanceTimersByTimeAsync(0)
  expect(dispatcher.startDue).toHaveBeenCalledTimes(2)
  dispatcher.freePlace()
  polled.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(dispatcher.startDue).toHaveBeenCalledTimes(3)
})

test('the outbox poller renews the leases every ten seconds', async () => {
  const { dispatcher } = startPoller()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(dispatcher.renew).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20_001)
  expect(dispatcher.renew).toHaveBeenCalledTimes(3)
})

test('the outbox poller retries five seconds after it failed to read the outbox', async () => {
  const { dispatcher } = startPoller(({ startDue }) => startDue.mockRejectedValueOnce(new Error('away')))
  await vi.advanceTimersByTimeAsync(4_999)
  expect(dispatcher.startDue).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(dispatcher.startDue).toHaveBeenCalledTimes(2)
})

test('the outbox poller claims no letters after a failed lease renewal until a renewal succeeds', async () => {
  const { dispatcher } = startPoller()
  await vi.advanceTimersByTimeAsync(9_999)
  dispatcher.startDue.mockClear()
  dispatcher.renew.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(dispatcher.renew).toHaveBeenCalledTimes(2)
  expect(dispatcher.startDue).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(dispatcher.renew).toHaveBeenCalledTimes(3)
  expect(dispatcher.startDue).toHaveBeenCalledTimes(1)
})

/** Starts a poller with letters in flight. The letters end when `ended` is aborted. */
function startPollerInFlight() {
  const ended = new AbortController()
  const settled = once(ended.signal, 'abort').then(() => undefined)
  return { ended, ...startPoller((dispatcher) => dispatcher.settled.mockReturnValue(settled)) }
}

test('stopping the outbox poller waits for the letters in flight, and claims no further letters', async () => {
  const { dispatcher, ended, stop } = startPollerInFlight()
  await vi.advanceTimersByTimeAsync(0)
  const stopped = vi.fn<() => void>()
  const stopping = stop().then(stopped)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(stopped).not.toHaveBeenCalled()
  ended.abort()
  await stopping
  dispatcher.freePlace()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(dispatcher.startDue).toHaveBeenCalledTimes(1)
  expect(dispatcher.abort).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

test('stopping the outbox poller aborts the letters that are still in flight after five seconds', async () => {
  const { dispatcher, ended, stop } = startPollerInFlight()
  dispatcher.abort.mockImplementation(() => ended.abort())
  const stopping = stop()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(dispatcher.abort).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(dispatcher.abort).toHaveBeenCalledTimes(1)
  await stopping
})

test('stopping the outbox poller takes at most six seconds, even if the database does not answer', async () => {
  const { dispatcher, stop } = startPoller(({ startDue }) => startDue.mockReturnValue(new Promise(() => {})))
  const stopping = stop()
  await vi.advanceTimersByTimeAsync(6_000)
  await stopping
  expect(dispatcher.abort).toHaveBeenCalledTimes(1)
})
