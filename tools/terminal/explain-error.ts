import pg from 'pg'
import { describeStartupError, privilegeHint } from '../../server/startup-error.ts'

/** The SQLSTATEs that `describeStartupError` explains: the login was rejected, or the database does not exist. */
const accessErrors = /^(28|3D)/u

/** Explains an error to the operator. An error that the operator can fix gets one sentence. Other errors are shown in full. */
export function explainError(error: unknown): string {
  if (error instanceof pg.DatabaseError && !accessErrors.test(error.code ?? '')) return explainPostgres(error)
  return describeStartupError(error)
}

function explainPostgres(error: pg.DatabaseError): string {
  const { code, message, table } = error
  if (code === '55P03') return 'Another program has locked a table of the database: try again in a minute.'
  if (code === '53100') return `PostgreSQL's disk is full: free some space and try again (${message}).`
  return `PostgreSQL refused this${table === undefined ? '' : ` for the table ${table}`}: ${message}.${privilegeHint(error)}`
}
