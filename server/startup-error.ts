import pg from 'pg'
import { explainRefusedConnection } from './database/refused-connection.ts'
import { isDatabaseUnavailable } from './database/unavailable.ts'
import { OperatorError } from './operator-error.ts'
import { cannotWriteAdvice, fullDiskAdvice, readOnlyAdvice } from './writable-data-folder.ts'

/** The codes of Node's errors for a path that cannot be a folder. */
const noFolderCodes = new Set(['EEXIST', 'ENOTDIR'])

/** Describes why the server did not start: one sentence for a problem that the operator can solve, else the stack trace. */
export function describeStartupError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof OperatorError) return error.message
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause ? cause.code : undefined
  // When writing to an open file fails, Node's error has no path. So this sentence names only the disk.
  if (code === 'ENOSPC') return fullDiskAdvice('DATA_DIR')
  if (code === 'EROFS' && 'path' in cause) return readOnlyAdvice(String(cause.path))
  // Do not advise another folder: the server would create an empty database there.
  if ((code === 'EACCES' || code === 'EPERM') && 'path' in cause) {
    return `Cannot write to ${String(cause.path)}: make DATA_DIR a folder that belongs to this user (chown -R).`
  }
  // In /proc, an attempt to create a folder fails with ENOENT.
  const isNoFolder = noFolderCodes.has(String(code)) || (code === 'ENOENT' && isOfMkdir(cause))
  if (isNoFolder && 'path' in cause) return cannotWriteAdvice(String(cause.path))
  const refusal = explainRefusedConnection(cause)
  if (refusal !== undefined) return refusal
  if (cause instanceof pg.DatabaseError && cause !== error && refusalHint(cause) !== '')
    return `${error.message}${refusalHint(cause)}`
  if (isDatabaseUnavailable(cause)) {
    return `The database connection was lost while the server started: ${cause.message.replace(/\.$/u, '')}. Start the server again when the database is back.`
  }
  if (cause instanceof pg.DatabaseError && cause !== error) return error.message
  return error.stack ?? error.message
}

function isOfMkdir(error: Error): boolean {
  return 'syscall' in error && error.syscall === 'mkdir'
}

/** What the operator can do about each SQLSTATE with which PostgreSQL refuses a statement. */
const refusalHints: Readonly<Record<string, string>> = {
  '42501': 'Make the user of DATABASE_URL the owner of the database.',
  '25006':
    'Set DATABASE_URL to the primary if this is a standby; otherwise, set default_transaction_read_only to off for the database and its user.',
  '3F000': 'Create the schema that search_path names, or reset search_path for the database and its user.',
}

/**
 * Returns advice for a statement that PostgreSQL refused, with a leading space so that it can be appended to a message. Returns an empty
 * string for other errors.
 */
export function refusalHint({ code = '' }: pg.DatabaseError): string {
  const hint = refusalHints[code]
  return hint === undefined ? '' : ` ${hint}`
}
