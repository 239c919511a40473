/**
 * Repeats `work` without a pause, in `concurrency` parallel loops. The returned function stops the loops and resolves after the last
 * `work`. It rejects if `work` has rejected.
 */
export function repeatUntilStopped(work: () => Promise<unknown>, concurrency = 1): () => Promise<void> {
  const over = new AbortController()
  async function repeat(): Promise<void> {
    while (!over.signal.aborted) await work()
  }
  const repeating = Promise.all(Array.from({ length: concurrency }, repeat))
  return async () => {
    over.abort()
    await repeating
  }
}
