import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { shutDown } from './shutdown.ts'

// Vitest's fake timers don't cover this module, so replace it.
vi.mock('node:timers/promises', () => ({ setTimeout: fakeDelay }))
// Test files share a process. Without this reset, `shutDown` would use the real timers if an earlier test file had loaded it.
vi.hoisted(() => vi.resetModules())

/** Shuts down a server whose calls and other parts end with these promises. Returns the duration in seconds of fake time. */
async function measureShutdown(
  drainSeconds: number,
  { calls, rest }: { readonly calls: Promise<void>; readonly rest: Promise<void> },
): Promise<number> {
  const server = Fastify()
  server.addHook('onClose', () => calls)
  const end = () => rest
  const parts = { server, jobs: { stop: end }, database: { close: end }, tracing: { close: end } }
  const startedAt = performance.now()
  let seconds = NaN
  const measure = async () => {
    await shutDown({ ...parts, draining: new AbortController(), drainSeconds })
    seconds = (performance.now() - startedAt) / 1_000
  }
  void measure()
  for (let step = 0; step < 240 && Number.isNaN(seconds); step += 1) {
    await vi.advanceTimersByTimeAsync(250)
    // Fastify needs several real turns of the event loop to close. Wait for one after each step of the fake clock.
    await waitForRealTurn()
  }
  return seconds
}

const { setImmediate: realSetImmediate } = globalThis

function waitForRealTurn(): Promise<void> {
  return new Promise((resolve) => {
    realSetImmediate(resolve)
  })
}

function fakeDelay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

test('a shutdown takes at most nine seconds, even with the longest drain and a database that never closes', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const never = new Promise<void>(() => {})
  expect(await measureShutdown(5, { calls: fakeDelay(8_000), rest: never })).toBe(9)
  expect(await measureShutdown(0, { calls: fakeDelay(0), rest: never })).toBe(9)
  expect(await measureShutdown(2, { calls: fakeDelay(2_500), rest: fakeDelay(0) })).toBe(2.5)
})
