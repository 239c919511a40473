import pg from 'pg'
import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * The one log: a line of JSON for each record. Of an error only what tells where and why is written, since libraries hang
 * whole rows, requests and packets on theirs; and of what people sent nothing, not even as it is quoted in a message.
 * @param level as LOG_LEVEL has it
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino({ level, base: null, serializers: { err: errorForLog } }, destination)
}

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly code?: string | undefined
  /** Of the database's errors: what refused a write. */
  readonly constraint?: string | undefined
  readonly stack?: string | undefined
  readonly cause?: LoggedError
}

function errorForLog(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutAddresses(String(error)) }
  const isDatabases = error instanceof pg.DatabaseError
  // PostgreSQL quotes the value that it could not read, and the names that `constraint` tells as well.
  const plain = (text: string) => withoutAddresses(isDatabases ? text.replace(/"[^"]*"/g, '"…"') : text)
  return {
    type: error.name,
    message: plain(error.message),
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
    constraint: isDatabases ? error.constraint : undefined,
    stack: error.stack === undefined ? undefined : plain(error.stack),
    ...(error.cause !== undefined && { cause: errorForLog(error.cause) }),
  }
}

/** A text in which nobody's e-mail address stands; mail servers repeat them in what they say. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'/@]+@[^\s<>"'/@]+/g, '…@…')
}
