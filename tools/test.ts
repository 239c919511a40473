import { parseArgs } from 'node:util'
import { ensureBuilt } from './build.ts'
import { runChecks } from './check.ts'
import { type PartResult, runTimed } from './test/part-result.ts'
import { countMissedBounds, summary, total } from './test/summary.ts'
import { runVitest } from './test/vitest-run.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // Runs the long forms of the tests: thousands of races, and measurements with bounds.
    verify: { type: 'boolean', default: false },
    project: { type: 'string', multiple: true, default: [] },
  },
})
if (values.verify) process.env['VERIFY'] = '1'

const [checks, { build, run }] = await Promise.all([runChecks(), buildAndTest()])

/** Builds the product, then runs the tests if the build succeeded. */
async function buildAndTest() {
  const { part, output } = await runTimed('build', () =>
    ensureBuilt().then(
      (folder) => ({ ok: true, output: folder }),
      (error: unknown) => ({ ok: false, output: String(error) }),
    ),
  )
  if (part.failed === 0) return { build: part, run: await runVitest(positionals, values.project) }
  console.log(output)
  return { build: part, run: { parts: [], figures: [] } }
}

const others: PartResult[] = [build, ...run.parts]
if (total(run.parts).passed === 0) {
  others.push({ name: 'tests', passed: 0, failed: 1, skipped: [], seconds: 0 })
}
const seconds = performance.now() / 1000
console.log(`\n${summary({ checks, others, figures: run.figures, seconds })}`)
process.exitCode = total([...checks, ...others]).failed > 0 || countMissedBounds(run.figures) > 0 ? 1 : 0
