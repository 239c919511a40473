import { runChecks } from './check/checks.ts'

const parts = await runChecks()
process.exitCode = parts.some((part) => part.failed > 0) ? 1 : 0
