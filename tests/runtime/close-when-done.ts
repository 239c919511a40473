import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Calls `close` when the running test has finished. At the top of a test file or of a `describe`, calls it after its last
 * test. Does not work in `beforeAll`: Vitest ignores an `afterAll` that is added there.
 * @returns the same function, to close earlier; `close` runs only once
 */
export function closeWhenDone<T>(close: () => T): () => T {
  let closed: { readonly result: T } | undefined
  const closeOnce = (): T => (closed ??= { result: close() }).result
  const done = async () => void (await closeOnce())
  if (TestRunner.getCurrentTest() === undefined) afterAll(done)
  else onTestFinished(done)
  return closeOnce
}
