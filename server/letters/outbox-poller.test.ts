import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startOutboxPoller } from './outbox-poller.ts'

const log = pino({ level: 'silent' })

/** A promise that resolves when `resolve` is called. */
function deferred() {
  const bell = new EventTarget()
  const promise = new Promise<void>((resolve) => {
    bell.addEventListener('rung', () => resolve(), { once: true })
  })
  return { promise, resolve: () => void bell.dispatchEvent(new Event('rung')) }
}

/** A dispatcher without letters. `freePlace` calls the listener of `onFreed`. */
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

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the poller starts due letters at its start and then every second', async () => {
  const dispatcher = fakeDispatcher()
  const poller = startOutboxPoller(dispatcher, log)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(dispatcher.startDue).toHaveBeenCalledTimes(4)
  await poller.stop()
})

test('the poller polls at once when a place becomes free, even during a poll', async () => {
  const dispatcher = fakeDispatcher()
  const poller = startOutboxPoller(dispatcher, log)
  await vi.advanceTimersByTimeAsync(500)
  const polling = deferred()
  dispatcher.startDue.mockImplementationOnce(async () => {
    await polling.promise
    return 1
  })
  dispatcher.freePlace()
  await vi.advanceTimersByTimeAsync(0)
  expect(dispatcher.startDue).toHaveBeenCalledTimes(2)
  dispatcher.freePlace()
  polling.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(dispatcher.startDue).toHaveBeenCalledTimes(3)
  await poller.stop()
})

test('the poller renews the leases every ten seconds', async () => {
  const dispatcher = fakeDispatcher()
  const poller = startOutboxPoller(dispatcher, log)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(dispatcher.renew).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20_001)
  expect(dispatcher.renew).toHaveBeenCalledTimes(3)
  await poller.stop()
})

test('the poller retries five seconds after it failed to read the outbox', async () => {
  const dispatcher = fakeDispatcher()
  dispatcher.startDue.mockRejectedValueOnce(new Error('away'))
  const poller = startOutboxPoller(dispatcher, log)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(dispatcher.startDue).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(dispatcher.startDue).toHaveBeenCalledTimes(2)
  await poller.stop()
})

test('the poller claims no letters until a failed lease renewal succeeds', async () => {
  const dispatcher = fakeDispatcher()
  const poller = startOutboxPoller(dispatcher, log)
  await vi.advanceTimersByTimeAsync(9_999)
  dispatcher.startDue.mockClear()
  dispatcher.renew.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(dispatcher.renew).toHaveBeenCalledTimes(2)
  expect(dispatcher.startDue).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(dispatcher.renew).toHaveBeenCalledTimes(3)
  expect(dispatcher.startDue).toHaveBeenCalledTimes(1)
  await poller.stop()
})

test('stop waits for the letters in flight and claims no more', async () => {
  const dispatcher = fakeDispatcher()
  const inFlight = deferred()
  dispatcher.settled.mockReturnValue(inFlight.promise)
  const poller = startOutboxPoller(dispatcher, log)
  await vi.advanceTimersByTimeAsync(0)
  const stopped = vi.fn<() => void>()
  const stopping = poller.stop().then(stopped)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(stopped).not.toHaveBeenCalled()
  inFlight.resolve()
  await stopping
  dispatcher.freePlace()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(dispatcher.startDue).toHaveBeenCalledTimes(1)
  expect(dispatcher.abort).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

test('stop aborts the letters that are still in flight after five seconds', async () => {
  const dispatcher = fakeDispatcher()
  const inFlight = deferred()
  dispatcher.settled.mockReturnValue(inFlight.promise)
  dispatcher.abort.mockImplementation(inFlight.resolve)
  const poller = startOutboxPoller(dispatcher, log)
  const stopping = poller.stop()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(dispatcher.abort).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(dispatcher.abort).toHaveBeenCalledTimes(1)
  await stopping
})

test('stop resolves within six seconds even if the database does not answer', async () => {
  const dispatcher = fakeDispatcher()
  dispatcher.startDue.mockReturnValue(new Promise(() => {}))
  const poller = startOutboxPoller(dispatcher, log)
  const stopping = poller.stop()
  await vi.advanceTimersByTimeAsync(6_000)
  await stopping
  expect(dispatcher.abort).toHaveBeenCalledTimes(1)
})
