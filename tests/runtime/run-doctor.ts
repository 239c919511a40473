import { runProgram } from '../../tools/build/run-program.ts'
import type { Finding, Verdict } from '../../tools/doctor/check.ts'
import { toolProgram } from './run-tool.ts'

/** Runs `doctor --json`. Its environment has only `env` and PATH. */
export async function runDoctor(env: Readonly<Record<string, string>>) {
  const { output, code } = await runDoctorWithFlags(['--json'], env)
  const { verdict, findings }: { verdict: Verdict; findings: readonly Finding[] } = JSON.parse(output)
  return {
    exitCode: code,
    verdict,
    findings,
    /** Returns the findings of one check, one line `verdict: sentence` for each. Empty if the check did not run. */
    of: (check: string) =>
      findings
        .filter((it) => it.check === check)
        .map((it) => `${it.verdict}: ${it.sentence}`)
        .join('\n'),
  }
}

/** Runs the doctor with flags. Returns its output and its exit code. */
export function runDoctorWithFlags(flags: readonly string[], env: Readonly<Record<string, string>>) {
  return runProgram(process.execPath, [toolProgram('doctor'), ...flags], {
    env: { PATH: process.env['PATH'], ...env },
  })
}

/** Returns a value of NODE_OPTIONS that makes a Node process run `script` before its own code. */
export function preloadOption(script: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(script)}`
}
