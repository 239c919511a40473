import { sql } from 'kysely'
import { type Check, failed, ok, warning } from './check.ts'

/** The share of PostgreSQL's connections in use above which the doctor warns. */
const warningShare = 0.8

const allowedConnections = sql<number>`
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int`

/** Checks that PostgreSQL allows as many connections as one server opens, and that some are free. */
export const checkConnections: Check = async ({ config: { databaseConnections: each }, readDatabase }) => {
  const { most, used } = await readDatabase((tx) =>
    tx
      .selectNoFrom([
        allowedConnections.as('most'),
        sql<number>`(select count(*) from pg_stat_activity where backend_type = 'client backend')::int`.as(
          'used',
        ),
      ])
      .executeTakeFirstOrThrow(),
  )
  const servers = Math.floor(most / each)
  const facts = `${used} of PostgreSQL's ${most} connections are in use`
  if (servers === 0) {
    return failed(
      `${facts}, and one server opens up to ${each}: lower DATABASE_CONNECTIONS, or raise max_connections.`,
    )
  }
  if (used > most * warningShare) {
    return warning(
      `${facts}: raise max_connections, or lower DATABASE_CONNECTIONS (${each} for each server).`,
    )
  }
  return ok(
    `${facts}; with DATABASE_CONNECTIONS=${each} there is room for ${servers} server${servers === 1 ? '' : 's'}.`,
  )
}
