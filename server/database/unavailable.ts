import pg from 'pg'

/**
 * SQLSTATEs and classes of them by which PostgreSQL says that it can't serve now: connection (08), read-only transaction
 * (25006), idle in a transaction for too long (25P03), serialization and deadlock after all retries (40001, 40P01),
 * resources such as memory, disk and connections (53), lock not had in time (55P03), statement ended by a timeout or an
 * operator (57), input and output of its files (58).
 */
const states = /^(08|25006|25P03|40001|40P01|53|55P03|57|58)/u

/** What Node says of a connection that cannot be made, or was lost. */
const codes = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** What pg says of them, which gives its errors no code. */
const words =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Cannot use a pool after calling end/u

/** Whether an error means that the database is away, or can't serve at the moment: the call may be tried again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return states.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  // Of a name with several addresses, Node tells what each of them met.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  // A missing file has the code of a missing socket.
  const isOfConnection =
    'syscall' in error && ['connect', 'read', 'write', 'getaddrinfo'].includes(String(error.syscall))
  if (isOfConnection && 'code' in error && codes.has(String(error.code))) return true
  return words.test(error.message)
}
