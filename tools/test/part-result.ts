/** The result of one part of a test run: a check, the build or a Vitest project. */
export interface PartResult {
  readonly name: string
  readonly passed: number
  readonly failed: number
  /** The tests that this machine cannot run, each with the reason. */
  readonly skipped: readonly string[]
  readonly seconds: number
}

/** Runs a check or the build, and returns its result with the elapsed time. */
export async function runTimed(
  name: string,
  run: () => Promise<{ readonly ok: boolean; readonly output: string }>,
): Promise<{ readonly part: PartResult; readonly output: string }> {
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
