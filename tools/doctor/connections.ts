import { sql } from 'kysely'
import { type Check, type CheckResult, failed, ok, warning } from './check.ts'

/** The share of the allowed connections in use above which the doctor warns. */
const warningShare = 0.8

/** A limit of connections, and the connections that count for it. */
interface ConnectionLimit {
  readonly scope: keyof typeof limitTexts
  readonly most: number
  readonly used: number
}

/** For each limit: whose it is, and what the operator can do to raise it. */
const limitTexts = {
  postgres: { whose: "PostgreSQL's", advice: 'raise max_connections' },
  database: { whose: "the database's", advice: 'run alter database NAME connection limit -1' },
  user: { whose: "the user's", advice: 'run alter role NAME connection limit -1' },
} as const

/**
 * Selects the limits of this connection. PostgreSQL applies those of a database and of a user only to users who are not superusers. It
 * hides `backend_type` of other users' connections, so these count as clients if they have a database and a user.
 */
const connectionLimits = sql<ConnectionLimit>`
  with connected as (
    select datname, usename from pg_stat_activity
    where coalesce(backend_type, 'client backend') = 'client backend' and datname is not null and usename is not null),
    limited as (select rolname, rolconnlimit from pg_roles where rolname = session_user and not rolsuper)
  select 'postgres' as scope,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
    (select count(*) from connected)::int as used
  union all
  select 'database', datconnlimit, (select count(*) from connected c where c.datname = d.datname)::int
  from pg_database d, limited where datname = current_database() and datconnlimit >= 0
  union all
  select 'user', rolconnlimit, (select count(*) from connected where usename = rolname)::int
  from limited where rolconnlimit >= 0`

/** Checks that PostgreSQL allows as many connections as one server opens, and that some are free. */
export const checkConnections: Check = async ({ config: { databaseConnections: each }, readDatabase }) => {
  const { rows } = await readDatabase((tx) => connectionLimits.execute(tx))
  return rows.map((limit) => checkLimit(limit, each))
}

function checkLimit({ scope, most, used }: ConnectionLimit, each: number): CheckResult {
  const { whose, advice } = limitTexts[scope]
  const servers = Math.floor(most / each)
  const facts = `${used} of ${whose} ${most} connections are in use`
  if (servers === 0) {
    return failed(`${facts}, and one server opens up to ${each}: lower DATABASE_CONNECTIONS, or ${advice}.`)
  }
  if (used > most * warningShare) {
    return warning(`${facts}: ${advice}, or lower DATABASE_CONNECTIONS (${each} for each server).`)
  }
  return ok(
    `${facts}; with DATABASE_CONNECTIONS=${each} there is room for ${servers} server${servers === 1 ? '' : 's'}.`,
  )
}
