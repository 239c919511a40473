import { parseArgs } from 'node:util'
import { ensureBuilt } from './build.ts'
import { runChecks } from './check.ts'
import { type Part, timed } from './test/part.ts'
import { missed, summary, total } from './test/summary.ts'
import { runVitest } from './test/vitest-run.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // Runs the long forms: thousands of races, and measurements with their bounds.
    verify: { type: 'boolean', default: false },
    project: { type: 'string', multiple: true, default: [] },
  },
})
if (values.verify) process.env['VERIFY'] = '1'

const [checks, build] = await Promise.all([
  runChecks(),
  timed('build', () =>
    ensureBuilt().then(
      (output) => ({ ok: true, output }),
      (error: unknown) => ({ ok: false, output: String(error) }),
    ),
  ),
])
if (build.part.failed > 0) console.log(build.output)
const run = build.part.failed > 0 ? { parts: [], figures: [] } : await runVitest(positionals, values.project)

const parts: Part[] = [...checks, build.part, ...run.parts]
if (total(run.parts).passed === 0) {
  parts.push({ name: 'tests', passed: 0, failed: 1, skipped: [], seconds: 0 })
}
console.log(`\n${summary(parts, run.figures)}`)
process.exitCode = total(parts).failed > 0 || missed(run.figures) > 0 ? 1 : 0
