import pg from 'pg'
import { isConnectionRefused } from './refused-connection.ts'

/**
 * SQLSTATE codes and classes of temporary failures:
 * - 08: connection
 * - 25006: read-only transaction
 * - 25P03: idle-in-transaction timeout
 * - 40001, 40P01: serialization failure or deadlock, after all retries
 * - 53: insufficient memory, disk or connections
 * - 55P03: lock timeout
 * - 57: operator intervention, such as a canceled statement
 * - 58: system error, such as failed I/O
 */
const sqlStates = /^(08|25006|25P03|40001|40P01|53|55P03|57|58)/u

/** Node's error codes of connections that failed or were lost. */
const nodeCodes = new Set([
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

/** Messages of pg's own connection errors, which have no code. */
const messages =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Cannot use a pool after calling end/u

/**
 * Whether the database is unreachable, refuses new connections, or has another failure that may be temporary. The caller may retry later.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isConnectionRefused(error)) return true
  if (error instanceof pg.DatabaseError) return sqlStates.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  // When a host name has several addresses, Node reports one error for each.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  // ENOENT means a missing Unix socket only if the system call was one of these; otherwise a file is missing.
  const isConnectionError =
    'syscall' in error && ['connect', 'read', 'write', 'getaddrinfo'].includes(String(error.syscall))
  if (isConnectionError && 'code' in error && nodeCodes.has(String(error.code))) return true
  return messages.test(error.message)
}
