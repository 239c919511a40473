import { type Reporter, startVitest, type TestCase, type TestModule } from 'vitest/node'
import type { Measurement } from './measurement.ts'
import type { PartResult } from './part-result.ts'
import { formatMeasurement } from './summary.ts'

/**
 * Runs the tests of vitest.config.ts, and returns a result for each project. A file that cannot be loaded, a test that did not run, and an
 * error outside a test count as failures. A test that is skipped with a reason (`skip(condition, reason)`) is listed.
 * @param filters parts of file names; empty for all
 * @param projects names of projects, with `*` as wildcard; empty for all
 */
export async function runVitest(filters: readonly string[], projects: readonly string[]) {
  const clock = projectClock()
  const vitest = await startVitest('test', [...filters], {
    run: true,
    reporters: ['default', clock.reporter, figureReporter],
    ...(projects.length > 0 ? { project: [...projects] } : {}),
  })
  const files = vitest.state.getTestModules()
  const parts = [...new Set(files.map((file) => file.project.name))].map((name) => {
    const own = files.filter((file) => file.project.name === name)
    return partOf(name, own, clock.seconds(name))
  })
  const stray = vitest.state.getUnhandledErrors().length
  const failed = parts.some((part) => part.failed > 0)
  // If Vitest could not start, for example because a set-up failed, only the exit code shows it.
  const outside = stray > 0 ? stray : process.exitCode === 1 && !failed ? 1 : 0
  if (outside > 0) parts.push({ name: 'outside tests', passed: 0, failed: outside, skipped: [], seconds: 0 })
  return { parts, figures: files.flatMap(figuresOf) }
}

function partOf(name: string, files: readonly TestModule[], seconds: number): PartResult {
  let passed = 0
  let failed = 0
  const skipped: string[] = []
  for (const file of files) {
    const tests = [...file.children.allTests()]
    const good = tests.filter((test) => test.result().state === 'passed').length
    const reasons = tests.flatMap((test) => reasonToSkip(test) ?? [])
    const bad = tests.length - good - reasons.length
    const brokenFile = bad === 0 && !file.ok() ? 1 : 0
    passed += good
    failed += bad + brokenFile
    skipped.push(...reasons)
  }
  return { name, passed, failed, skipped, seconds }
}

/** Returns the name of a test and the reason why it was skipped. Undefined if it ran, or was skipped without a reason. */
function reasonToSkip(test: TestCase): string | undefined {
  const result = test.result()
  if (result.state !== 'skipped' || result.note === undefined) return undefined
  return `${test.fullName}: ${result.note}`
}

function figuresOf(file: TestModule): Measurement[] {
  return [...file.children.allTests()].flatMap((test) => test.meta().figures ?? [])
}

/** Prints each figure at once, so that an interrupted run has printed the figures so far. */
const figureReporter: Reporter = {
  onTestCaseResult(test) {
    for (const figure of test.meta().figures ?? []) console.log(formatMeasurement(figure))
  },
}

/** Measures the time of a project from its first file to its last, without its set-up. */
function projectClock() {
  const spans = new Map<string, { readonly start: number; readonly end: number }>()
  function note({ project: { name } }: TestModule): void {
    const now = performance.now()
    spans.set(name, { start: spans.get(name)?.start ?? now, end: now })
  }
  const seconds = (project: string) => {
    const { start, end } = spans.get(project) ?? { start: 0, end: 0 }
    return (end - start) / 1000
  }
  return { reporter: { onTestModuleStart: note, onTestModuleEnd: note }, seconds }
}
