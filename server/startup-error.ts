import pg from 'pg'
import { explainRefusedConnection } from './database/refused-connection.ts'
import { isDatabaseUnavailable } from './database/unavailable.ts'
import { OperatorError } from './operator-error.ts'
import { cannotWriteAdvice, readOnlyAdvice } from './writable-data-folder.ts'

/** The codes of Node's errors for a path that cannot be a folder. */
const noFolderCodes = new Set(['EEXIST', 'ENOTDIR'])

/** Describes why the server did not start: one sentence for a problem that the operator can solve, else the stack trace. */
export function describeStartupError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof OperatorError) return error.message
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause ? cause.code : undefined
  // When writing to an open file fails, Node's error has no path. So this sentence names only the disk.
  if (code === 'ENOSPC') return 'The disk of DATA_DIR is full: free some space and try again.'
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
  if (isDatabaseUnavailable(cause)) {
    return `The database connection was lost while the server started: ${cause.message.replace(/\.$/u, '')}. Start the server again when the database is back.`
  }
  if (cause instanceof pg.DatabaseError && cause !== error) return `${error.message}${privilegeHint(cause)}`
  return error.stack ?? error.message
}

function isOfMkdir(error: Error): boolean {
  return 'syscall' in error && error.syscall === 'mkdir'
}

/**
 * Returns advice for a missing privilege, with a leading space so that it can be appended to a message. Returns an empty string for other
 * errors.
 */
export function privilegeHint({ code }: pg.DatabaseError): string {
  return code === '42501' ? ' Make the user of DATABASE_URL the owner of the database.' : ''
}
