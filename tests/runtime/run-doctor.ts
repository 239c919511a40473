import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'
import type { Finding, Verdict } from '../../tools/doctor/check.ts'

/** Runs `doctor --json`. Its environment is `env` and PATH only. */
export async function runDoctor(env: Readonly<Record<string, string>>) {
  const { said, exitCode } = await spawnDoctor(['--json'], env)
  const { verdict, findings }: { verdict: Verdict; findings: readonly Finding[] } = JSON.parse(said)
  return {
    exitCode,
    verdict,
    findings,
    /** The findings of one check, a line `verdict: sentence` each; empty when the check did not run. */
    of: (check: string) =>
      findings
        .filter((it) => it.check === check)
        .map((it) => `${it.verdict}: ${it.sentence}`)
        .join('\n'),
  }
}

/** Runs the doctor with flags. `said` is standard output followed by standard error. */
export async function spawnDoctor(
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly said: string; readonly exitCode: number | null }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/doctor.ts', ...flags], {
    cwd: repositoryFolder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { said: out + errors, exitCode: child.exitCode }
}

/** A value of NODE_OPTIONS that makes a Node process run `script` before its own code. */
export function preloadOption(script: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(script)}`
}
