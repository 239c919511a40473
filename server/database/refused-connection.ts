import pg from 'pg'
import { errorReason } from '../error-reason.ts'

/** The SQLSTATE of a protocol violation. PgBouncer also uses it for refusals for which PostgreSQL has other codes. */
const protocolViolation = '08P01'

const loginAdvice = 'correct the user and password in DATABASE_URL'

/** What the operator can do about each message with which PgBouncer refuses a connection. Some of these refusals may be temporary. */
function adviceForPooler(message: string): string | undefined {
  if (message.includes('startup parameter')) return 'set DATABASE_POOLER to transaction'
  if (/no such user|(?:password|SASL) authentication failed|^auth failed/u.test(message)) return loginAdvice
  if (message.includes('no such database'))
    return 'add the database to the [databases] of the pooler, or correct its name in DATABASE_URL'
  if (/SSL required|TLS connection required/u.test(message)) return 'add sslmode=verify-full to DATABASE_URL'
  if (message.includes('login rejected'))
    return 'allow this user, database and address in the HBA file of the pooler'
  if (/no more connections allowed|client connections exceeded/u.test(message))
    return 'wait and try again, lower DATABASE_CONNECTIONS, or raise the limit of the pooler'
  if (/server login has been failing|cannot connect to server|server DNS lookup failed/u.test(message))
    return 'start PostgreSQL, or correct its address and the user in the [databases] of the pooler'
  if (message.includes('query_wait_timeout'))
    return 'start PostgreSQL, or raise default_pool_size of the pooler'
  return undefined
}

/** What the operator can do about each SQLSTATE with which PostgreSQL refuses a connection. */
function adviceForRefusal({ code, severity, message }: pg.DatabaseError): string | undefined {
  if (code === protocolViolation) return adviceForPooler(message)
  if (code === '28000' && message.includes('pg_hba.conf')) {
    return 'allow this user, database and address in pg_hba.conf; if that file requires TLS, add sslmode=verify-full to DATABASE_URL'
  }
  if (code === '28000' && message.includes('log in'))
    return 'run alter role NAME login, or correct the user in DATABASE_URL'
  if (code?.startsWith('28')) return loginAdvice
  if (code === '3D000') return 'create the database, or correct its name in DATABASE_URL'
  if (code === '42501' && severity === 'FATAL')
    return 'make the user of DATABASE_URL the owner of the database'
  if (code === '53300')
    return 'wait and try again, lower DATABASE_CONNECTIONS, or raise the limit of PostgreSQL'
  return undefined
}

/** What the operator can do about each failure of TLS or of the login that the driver reports. The driver's own errors have no code. */
function adviceForDriverError(code: string, message: string): string | undefined {
  if (message.startsWith('SASL:')) return loginAdvice
  if (message.includes('does not support SSL')) {
    return 'turn on ssl in PostgreSQL, or remove sslmode from DATABASE_URL if no other machine can read the traffic'
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH')
    return 'set the host in DATABASE_URL to a name that is in the certificate of PostgreSQL'
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return 'renew the certificate of PostgreSQL, and check the clocks of both machines'
  // OpenSSL's names of errors in the verification of a certificate.
  if (/^(CERT_|CRL_|DEPTH_ZERO_|ERROR_IN_|INVALID_|PATH_LENGTH_|SELF_SIGNED_|UNABLE_TO_)/u.test(code))
    return 'add sslrootcert=FILE to DATABASE_URL, with the certificate that signed the certificate of PostgreSQL'
  if (/^(EPROTO$|ERR_SSL_|ERR_TLS_)/u.test(code) || message.includes('establishing an SSL connection'))
    return 'compare the TLS settings of PostgreSQL with the parameters of DATABASE_URL'
  return undefined
}

/**
 * Returns what the operator can do about an error with which PostgreSQL or TLS refuses a new connection. Undefined for other errors, also
 * for connections that fail because of the network.
 */
function adviceFor(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return adviceForRefusal(error)
  if (!(error instanceof Error)) return undefined
  return adviceForDriverError('code' in error ? String(error.code) : '', error.message)
}

/** Whether PostgreSQL or TLS refuses new connections. */
export function isConnectionRefused(error: unknown): boolean {
  return adviceFor(error) !== undefined
}

/**
 * Explains a failed connection to the operator in one sentence, without the password. Undefined for other errors. If all addresses of a
 * host fail, Node's error has no message, so the sentence has the error's code.
 */
export function explainRefusedConnection(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isNetworkError = ['EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENOTFOUND', 'ETIMEDOUT'].includes(
    code,
  )
  const advice =
    adviceFor(error) ??
    (isNetworkError ? 'start PostgreSQL, or correct the address in DATABASE_URL' : undefined)
  if (advice === undefined) return undefined
  return `Cannot connect to the database in DATABASE_URL (${errorReason(error)}): ${advice}.`
}
