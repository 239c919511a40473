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

/** A dispatcher without letters. `freePlace` is what the postman asked to be told of. */
function fakeDispatcher() {
  const freed: (() => void)[] = []
  return {
    take: vi.fn<() => Promise<number>>().mockResolvedValue(0),
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

test('the postman looks into the outbox at its start and then every second', async () => {
  const dispatcher = fakeDispatcher()
  const postman = startOutboxPoller(dispatcher, log)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(dispatcher.take).toHaveBeenCalledTimes(4)
  await postman.stop()
})

test('the postman looks into the outbox at once when a place becomes free, also while it is looking', async () => {
  const dispatcher = fakeDispatcher()
  const postman = startOutboxPoller(dispatcher, log)
  await vi.advanceTimersByTimeAsync(500)
  const looking = deferred()
  dispatcher.take.mockImplementationOnce(async () => {
    await looking.promise
    return 1
  })
  dispatcher.freePlace()
  await vi.advanceTimersByTimeAsync(0)
  expect(dispatcher.take).toHaveBeenCalledTimes(2)
  dispatcher.freePlace()
  looking.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(dispatcher.take).toHaveBeenCalledTimes(3)
  await postman.stop()
})

test('the postman renews the leases every ten seconds', async () => {
  const dispatcher = fakeDispatcher()
  const postman = startOutboxPoller(dispatcher, log)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(dispatcher.renew).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20_001)
  expect(dispatcher.renew).toHaveBeenCalledTimes(3)
  await postman.stop()
})

test('the postman waits five seconds after the outbox could not be read, and then goes on', async () => {
  const dispatcher = fakeDispatcher()
  dispatcher.take.mockRejectedValueOnce(new Error('away'))
  const postman = startOutboxPoller(dispatcher, log)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(dispatcher.take).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(dispatcher.take).toHaveBeenCalledTimes(2)
  await postman.stop()
})

test('the postman claims nothing until a renewal that failed has succeeded', async () => {
  const dispatcher = fakeDispatcher()
  const postman = startOutboxPoller(dispatcher, log)
  await vi.advanceTimersByTimeAsync(9_999)
  dispatcher.take.mockClear()
  dispatcher.renew.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(dispatcher.renew).toHaveBeenCalledTimes(2)
  expect(dispatcher.take).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(dispatcher.renew).toHaveBeenCalledTimes(3)
  expect(dispatcher.take).toHaveBeenCalledTimes(1)
  await postman.stop()
})

test('a stop waits for the letters in flight and claims no more', async () => {
  const dispatcher = fakeDispatcher()
  const inFlight = deferred()
  dispatcher.settled.mockReturnValue(inFlight.promise)
  const postman = startOutboxPoller(dispatcher, log)
  await vi.advanceTimersByTimeAsync(0)
  const stopped = vi.fn<() => void>()
  const stopping = postman.stop().then(stopped)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(stopped).not.toHaveBeenCalled()
  inFlight.resolve()
  await stopping
  dispatcher.freePlace()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(dispatcher.take).toHaveBeenCalledTimes(1)
  expect(dispatcher.abort).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

test('a stop aborts the letters that are still in flight after five seconds', async () => {
  const dispatcher = fakeDispatcher()
  const inFlight = deferred()
  dispatcher.settled.mockReturnValue(inFlight.promise)
  dispatcher.abort.mockImplementation(inFlight.resolve)
  const postman = startOutboxPoller(dispatcher, log)
  const stopping = postman.stop()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(dispatcher.abort).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(dispatcher.abort).toHaveBeenCalledTimes(1)
  await stopping
})

test('a stop ends within six seconds when the database does not answer either', async () => {
  const dispatcher = fakeDispatcher()
  dispatcher.take.mockReturnValue(new Promise(() => {}))
  const postman = startOutboxPoller(dispatcher, log)
  const stopping = postman.stop()
  await vi.advanceTimersByTimeAsync(6_000)
  await stopping
  expect(dispatcher.abort).toHaveBeenCalledTimes(1)
})
