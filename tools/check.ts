import { fileURLToPath } from 'node:url'
import { packageProgram, repositoryFolder } from './build/repository-paths.ts'
import { runProgram } from './build/run-program.ts'
import { type PartResult, runTimed } from './test/part-result.ts'

const checks = [
  { name: 'types', program: 'tsc', args: ['-b'] },
  { name: 'lint', program: 'oxlint', args: ['--type-aware'] },
  { name: 'format', program: 'biome', args: ['check', '--colors=off'] },
  { name: 'dead code', program: 'knip', args: ['--no-progress'] },
]

/** Runs all checks, even if one fails. Prints the output of the checks that fail. */
export async function runChecks(): Promise<PartResult[]> {
  const parts: PartResult[] = []
  for (const { name, program, args } of checks) {
    const { part, output } = await runTimed(name, async () => {
      const result = await runProgram(packageProgram(program), args, {
        cwd: repositoryFolder,
        env: { ...process.env, NO_COLOR: '1' },
      })
      return { ok: result.code === 0, output: result.output }
    })
    parts.push(part)
    console.log(`${part.failed === 0 ? '✓' : '✗'} ${name} (${program} ${args.join(' ')})`)
    if (part.failed > 0) console.log(output)
  }
  return parts
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const parts = await runChecks()
  process.exitCode = parts.some((part) => part.failed > 0) ? 1 : 0
}
