import pg from 'pg'
import { MoveError } from '../../server/database/move/connection.ts'
import { MoveChangedError } from '../../server/database/move/state.ts'
import { TargetInUseError } from '../../server/database/snapshot/empty-target.ts'
import { NoSchemaError } from '../../server/database/snapshot/read.ts'
import { UnknownTableError } from '../../server/database/snapshot/write.ts'
import { describeStartupError } from '../../server/startup-error.ts'
import { UnwritableFileError } from '../backup/private-file.ts'
import { BackupFileError } from '../backup/read-archive.ts'
import { WrongCommand } from './wrong-command.ts'

/** Errors whose message is already a sentence for the operator. */
const explained = [
  WrongCommand,
  MoveError,
  MoveChangedError,
  NoSchemaError,
  TargetInUseError,
  UnknownTableError,
  UnwritableFileError,
  BackupFileError,
]

/** SQLSTATEs that `describeStartupError` explains: the login was rejected, or the database does not exist. */
const accessErrors = /^(28|3D)/u

/** Explains an error to the operator: in one sentence if they can fix it, otherwise as the full error. */
export function explainError(error: unknown): string {
  if (error instanceof Error && explained.some((kind) => error instanceof kind)) return error.message
  if (error instanceof pg.DatabaseError && !accessErrors.test(error.code ?? '')) return explainPostgres(error)
  return describeStartupError(error)
}

function explainPostgres({ code, message, table }: pg.DatabaseError): string {
  if (code === '55P03') return 'Another program has locked a table of the database: try again in a minute.'
  if (code === '53100') return `PostgreSQL's disk is full: free some space and try again (${message}).`
  return `PostgreSQL refused this${table === undefined ? '' : ` for the table ${table}`}: ${message}.`
}
