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

/** Errors of tools whose message is one sentence that says what to do. */
const sentences = [
  WrongCommand,
  MoveError,
  MoveChangedError,
  NoSchemaError,
  TargetInUseError,
  UnknownTableError,
  UnwritableFileError,
  BackupFileError,
]

/** SQLSTATEs that `describeStartupError` has a sentence for: the database lets us not in, or is not there. */
const ofAccess = /^(28|3D)/u

/** What an operator reads when a command failed: one sentence for what can be mended, else the whole error. */
export function explainError(error: unknown): string {
  if (error instanceof Error && sentences.some((kind) => error instanceof kind)) return error.message
  if (error instanceof pg.DatabaseError && !ofAccess.test(error.code ?? '')) return ofPostgres(error)
  return describeStartupError(error)
}

function ofPostgres({ code, message, table }: pg.DatabaseError): string {
  if (code === '55P03') return 'Another program holds a table of the database: try again in a minute.'
  if (code === '53100') return `PostgreSQL's disk is full: make space and try again (${message}).`
  return `PostgreSQL refused this${table === undefined ? '' : ` for the table ${table}`}: ${message}.`
}
