import type { Pool } from 'pg'
import { GuardedPool } from './transaction-guard.ts'
import { types } from './types.ts'

/**
 * A pool of connections to a PostgreSQL server. Statements stay unnamed, and nothing is kept in a session, so a
 * transaction pooler may stand in between.
 */
export function openPostgres(url: string, connections: number): Pool {
  return new GuardedPool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    types,
    application_name: 'minbar',
  })
}
