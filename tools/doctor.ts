import { examine } from './doctor/examine.ts'
import { worstOf } from './doctor/finding.ts'
import { asJson, asText } from './doctor/report.ts'

const helpText = `npm run doctor [-- --json]

Checks what Minbar needs (database, disk, mail, public address and more) and changes nothing. It reads the same
environment variables as the server. The server may be running or stopped. Each line of the output says ok,
warning or wrong, and what to do. The exit status is 1 if anything is wrong.

  --json   prints {"verdict": "ok" | "warning" | "wrong", "findings": [{"check", "verdict", "sentence"}]}`

const flags = process.argv.slice(2)
if (flags.some((flag) => !['--json', '--help'].includes(flag))) {
  console.error('See npm run doctor -- --help')
  process.exitCode = 1
} else if (flags.includes('--help')) {
  console.log(helpText)
} else {
  const findings = await examine(process.env)
  console.log(flags.includes('--json') ? asJson(findings) : asText(findings))
  if (worstOf(findings) === 'wrong') process.exitCode = 1
}
