import type { Finding, Verdict } from './doctor/check.ts'
import { checkInstallation } from './doctor/check-installation.ts'

const helpText = `npm run doctor [-- --json]

Checks what Minbar needs (database, disk, mail, public address and more) and changes nothing. It reads the same
environment variables as the server. The server may be running or stopped. Each line of the output says ok,
warning or wrong, and what to do. The exit status is 1 if anything is wrong.

  --json   prints {"verdict": "ok" | "warning" | "wrong", "findings": [{"check", "verdict", "sentence"}]}`

const verdicts: readonly Verdict[] = ['wrong', 'warning', 'ok']

const flags = process.argv.slice(2)
if (flags.some((flag) => !['--json', '--help'].includes(flag))) {
  console.error('See npm run doctor -- --help')
  process.exitCode = 1
} else if (flags.includes('--help')) {
  console.log(helpText)
} else {
  const findings = await checkInstallation(process.env)
  const worst = verdicts.find((verdict) => findings.some((it) => it.verdict === verdict))
  console.log(
    flags.includes('--json') ? JSON.stringify({ verdict: worst, findings }) : formatFindings(findings),
  )
  if (worst === 'wrong') process.exitCode = 1
}

/** Formats findings for people: one line for each, then the number of findings with each verdict. */
function formatFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.map(
    ({ check, verdict, sentence }) => `${verdict.padEnd(7)}  ${check.padEnd(width)}  ${sentence}`,
  )
  const counts = verdicts.map(
    (verdict) => `${verdict}: ${findings.filter((it) => it.verdict === verdict).length}`,
  )
  return [...lines, '', counts.join(', ')].join('\n')
}
