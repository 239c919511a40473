import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPostman } from './postman.ts'

const log = pino({ level: 'silent' })

/** A count that comes when `give` is called. */
function laterCount() {
  const bell = new EventTarget()
  const promise = new Promise<number>((resolve) => {
    bell.addEventListener('rung', () => resolve(0), { once: true })
  })
  return { promise, give: () => bell.dispatchEvent(new Event('rung')) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the postman looks at once, goes on while there are letters, and then looks every second', async () => {
  const dispatchOnce = vi.fn<() => Promise<number>>().mockResolvedValue(0).mockResolvedValueOnce(10)
  const postman = startPostman(dispatchOnce, log)
  await vi.advanceTimersByTimeAsync(0)
  expect(dispatchOnce).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(dispatchOnce).toHaveBeenCalledTimes(5)
  await postman.stop()
})

test('after trouble with the outbox the postman waits longer, and goes on', async () => {
  const dispatchOnce = vi
    .fn<() => Promise<number>>()
    .mockResolvedValue(0)
    .mockRejectedValueOnce(new Error('away'))
  const postman = startPostman(dispatchOnce, log)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(dispatchOnce).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(dispatchOnce).toHaveBeenCalledTimes(2)
  await postman.stop()
})

test('stopping waits for the letters in hand, and nothing is looked at afterwards', async () => {
  const inHand = laterCount()
  const dispatchOnce = vi.fn<() => Promise<number>>().mockReturnValue(inHand.promise)
  const postman = startPostman(dispatchOnce, log)
  const stopped = vi.fn<() => void>()
  const stopping = postman.stop().then(stopped)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stopped).not.toHaveBeenCalled()
  inHand.give()
  await stopping
  await vi.advanceTimersByTimeAsync(60_000)
  expect(dispatchOnce).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})
