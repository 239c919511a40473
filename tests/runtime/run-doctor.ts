import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'
import type { Finding, Verdict } from '../../tools/doctor/finding.ts'

interface DoctorResult {
  readonly exitCode: number | null
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  /** What was found by one check: `verdict: sentence`, with lines between; empty where it was not made. */
  of(check: string): string
}

/** Runs the doctor with an environment that has nothing of the tests' in it but `env`. */
export async function runDoctor(env: Readonly<Record<string, string>>): Promise<DoctorResult> {
  const { said, exitCode } = await spawnDoctor(['--json'], env)
  const { verdict, findings }: Pick<DoctorResult, 'verdict' | 'findings'> = JSON.parse(said)
  return {
    exitCode,
    verdict,
    findings,
    of: (check) =>
      findings
        .filter((it) => it.check === check)
        .map((it) => `${it.verdict}: ${it.sentence}`)
        .join('\n'),
  }
}

/** Runs the doctor with flags; `said` has what it wrote, errors too. */
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

/** NODE_OPTIONS by which a Node process runs a script first. */
export function preloadOption(script: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(script)}`
}
