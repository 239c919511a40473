import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, onTestFinished, type TestContext, TestRunner } from 'vitest'

const currentTestHook = new AsyncLocalStorage<TestContext['onTestFinished']>()

/**
 * Calls `close` when the running test has finished. At the top of a test file or of a `describe`, calls `close` after the last test. Does
 * not work in `beforeAll`, where Vitest ignores an added `afterAll`. Concurrent tests need `openForTest`.
 * @returns the same function, to close earlier; `close` runs only once
 */
export function closeWhenDone<T>(close: () => T): () => T {
  let closed: { readonly result: T } | undefined
  const closeOnce = (): T => (closed ??= { result: close() }).result
  const done = async () => void (await closeOnce())
  const onTestDone = currentTestHook.getStore()
  if (onTestDone !== undefined) onTestDone(done)
  else if (TestRunner.getCurrentTest() === undefined) afterAll(done)
  else onTestFinished(done)
  return closeOnce
}

/**
 * Calls `open`, and closes the opened resource when this test ends. Concurrent tests need this, because Vitest cannot tell which test
 * makes a call.
 */
export function openForTest<T>({ onTestFinished }: TestContext, open: () => Promise<T>): Promise<T> {
  return currentTestHook.run(onTestFinished, open)
}
