/** One part of a run: a check, the build or a project of tests. */
export interface Part {
  readonly name: string
  readonly passed: number
  readonly failed: number
  /** What this machine cannot test, each with the reason. */
  readonly skipped: readonly string[]
  readonly seconds: number
}

/** Times something that either works or not. Gives it as a part, with what it said when it failed. */
export async function timed(
  name: string,
  run: () => Promise<{ readonly ok: boolean; readonly output: string }>,
): Promise<{ readonly part: Part; readonly output: string }> {
  const start = performance.now()
  const { ok, output } = await run()
  const part = {
    name,
    passed: ok ? 1 : 0,
    failed: ok ? 0 : 1,
    skipped: [],
    seconds: (performance.now() - start) / 1000,
  }
  return { part, output }
}
