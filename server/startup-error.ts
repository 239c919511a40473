import { WrongSetting } from './config.ts'
import { DataFolderInUseError } from './database/embedded/cluster-lock.ts'
import { UnusableFolderError } from './database/embedded/data-folders.ts'
import { PostmasterEndedError } from './database/embedded/postmaster.ts'
import { NoPostgresError } from './database/embedded/programs.ts'
import { NewerSchemaError } from './database/migrate.ts'
import { MovedError } from './database/move/state.ts'
import { isDatabaseUnavailable } from './database/unavailable.ts'

/** Errors whose message is a sentence that tells the operator what to do. */
const explainedErrors = [
  WrongSetting,
  DataFolderInUseError,
  UnusableFolderError,
  NoPostgresError,
  PostmasterEndedError,
  NewerSchemaError,
  MovedError,
]

/** Describes why the server did not start: one sentence for a problem that the operator can solve, else the stack trace. */
export function describeStartupError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (explainedErrors.some((kind) => error instanceof kind)) return error.message
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause ? cause.code : undefined
  if (code === 'EADDRINUSE' && 'port' in cause) {
    return `Port ${String(cause.port)} is in use: stop the program that listens on it, or set PORT to another port.`
  }
  if (code === 'EACCES' && 'path' in cause) {
    return `Cannot write to ${String(cause.path)}: set DATA_DIR to a folder of your own.`
  }
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '28000', '3D000'].includes(String(code))) {
    return `Cannot connect to the database in DATABASE_URL: ${cause.message || String(code)}.`
  }
  if (code === '08P01' && cause.message.includes('startup parameter')) {
    return 'DATABASE_URL is a pooler that rejects connection settings: set DATABASE_POOLER to transaction.'
  }
  if (isDatabaseUnavailable(cause)) {
    return `The database connection was lost while the server started: ${cause.message.replace(/\.$/u, '')}. Start the server again when the database is back.`
  }
  return error.stack ?? error.message
}
