import pg from 'pg'
import { isConnectionRefused } from '../../server/database/refused-connection.ts'
import { describeStartupError, refusalHint } from '../../server/startup-error.ts'

/** Explains an error to the operator. An error that the operator can fix gets one sentence. Other errors are shown in full. */
export function explainError(error: unknown): string {
  if (error instanceof pg.DatabaseError && !isConnectionRefused(error)) return explainPostgres(error)
  return describeStartupError(error)
}

function explainPostgres(error: pg.DatabaseError): string {
  const { code, message, table } = error
  if (code === '55P03') return 'Another program has locked a table of the database: try again in a minute.'
  if (code === '53100') return `PostgreSQL's disk is full: free some space and try again (${message}).`
  return `PostgreSQL refused this${table === undefined ? '' : ` for the table ${table}`}: ${message}.${refusalHint(error)}`
}

/** Milliseconds that a failed command waits for its connections to close. */
const closeTimeout = 1_000

/**
 * Explains an error to the operator, and ends this command with the exit code 1. Call this when everything that the command started is
 * closed. Waits only `closeTimeout` for open connections: if the URL has no password, the driver leaves its connection open, and PostgreSQL
 * closes the connection only after a minute.
 */
export function failWith(error: unknown): void {
  console.error(explainError(error))
  process.exitCode = 1
  setTimeout(() => process.exit(), closeTimeout).unref()
}
