import pg from 'pg'
import { type DestinationStream, type Logger, pino } from 'pino'

/** The part of a log that the database and the tools use. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', (facts: object, message: string) => void>

/**
 * Creates the log: one JSON line per record. Errors are reduced to known properties, because libraries attach rows, requests
 * and packets to them. Email addresses in errors are masked, and so are the values that PostgreSQL's errors quote.
 * @param level a value of LOG_LEVEL
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino({ level, base: null, serializers: { err: errorForLog } }, destination)
}

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly code?: string | undefined
  /** The violated constraint of a database error. */
  readonly constraint?: string | undefined
  readonly stack?: string | undefined
  readonly cause?: LoggedError
}

function errorForLog(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: maskEmails(String(error)) }
  const isDatabases = error instanceof pg.DatabaseError
  const masked = (text: string) => maskEmails(isDatabases ? maskQuotations(text) : text)
  return {
    type: error.name,
    message: masked(error.message),
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
    constraint: isDatabases ? error.constraint : undefined,
    stack: error.stack === undefined ? undefined : masked(error.stack),
    ...(error.cause !== undefined && { cause: errorForLog(error.cause) }),
  }
}

/**
 * Masks all quoted text, because PostgreSQL quotes invalid values: in "", or in «» or »« if `lc_messages` is French, German or Spanish. So
 * it also masks the name of a constraint, but the property `constraint` still has this name.
 */
function maskQuotations(text: string): string {
  return text.replace(/"[^"]*"|«[^»]*»|»[^«]*«/g, '"…"')
}

/**
 * Masks email addresses, which mail servers repeat in their responses, also with a quoted name or an encoded @ (`=40`, `+40`, `%40`). The
 * character before an @ is not a slash, because file paths contain `/@`.
 *
 * The last alternative of each pattern matches a run of characters without an address, and keeps it. Without this alternative, the pattern
 * would be tried at each character of the run, and the time would grow with the square of the run's length.
 */
export function maskEmails(text: string): string {
  return text
    .replace(/((?:"[^"\r\n]*"|[^\s<>"@]*[^\s<>"'/@])@[^\s<>"'/@]+)|[^\s<>"@]+/g, maskAddress)
    .replace(/([^\s<>"]+[=+%]40[\w-]+(?:\.[\w-]+)+)|[^\s<>"]+/g, maskAddress)
}

function maskAddress(match: string, address: string | undefined): string {
  return address === undefined ? match : '…@…'
}
