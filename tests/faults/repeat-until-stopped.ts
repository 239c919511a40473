/** Repeats `work` without a pause, `concurrency` times at once. The returned function resolves after the last one. */
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
