import { sql } from 'kysely'
import type { AuditEvent } from '../database/audit-events.ts'
import type { Database } from '../database/database.ts'
import { type PlaceholderOf, preparedStatement } from '../database/prepared-statement.ts'

/** An audited change. */
export interface Change {
  readonly event: AuditEvent
  readonly masjidUid: string | null
  readonly khateebUid: string | null
}

/**
 * Milliseconds for which the feed still looks for lower ids than those that it has read. A row gets its id before its commit, so a
 * lower id may become visible later. Longer than a transaction takes from its audit to its commit (see `statementTimeout`).
 */
const settleTime = 15_000

/**
 * The number of ids below the newest whose rows may be uncommitted when the feed starts. Far more than all connections write at the same
 * time.
 */
const maxUnsettledRows = 1_000

/** The most rows that one call of `read` returns. After a change of thousands of slots, the next calls return the others. */
const maxRows = 5_000

/**
 * Reads the changes of all server processes from the audit. Polls the database, because notifications (LISTEN) don't work through a
 * pooler in transaction mode.
 */
export function createChangeFeed(database: Database) {
  /** All rows up to this id have been read. */
  let settled = 0
  /** The time at which each later row was read (`performance.now()`), by the id of the row. */
  let seen = new Map<number, number>()

  return {
    /** Skips all changes so far. */
    async start(): Promise<void> {
      const { last } = await database.db
        .selectFrom('audit')
        .select(sql<string>`coalesce(max(id), 0)`.as('last'))
        .executeTakeFirstOrThrow()
      settled = Math.max(0, Number(last) - maxUnsettledRows)
      seen = new Map()
      await this.read()
    },
    /** Returns the changes since the last call, at most 5,000. */
    async read(): Promise<readonly Change[]> {
      const rows = await selectUnseenChanges(database, { settled, seen: [...seen.keys()] })
      const now = performance.now()
      for (const { id } of rows) seen.set(Number(id), now)
      for (const [id, at] of seen) if (now - at > settleTime) settled = Math.max(settled, id)
      for (const id of seen.keys()) if (id <= settled) seen.delete(id)
      return rows
    },
  }
}

const selectUnseenChanges = preparedStatement(
  (reader, param: PlaceholderOf<{ settled: number; seen: readonly number[] }>) =>
    reader
      .selectFrom('audit')
      .select(['id', 'event', 'masjid_uid as masjidUid', 'khateeb_uid as khateebUid'])
      .where(sql<boolean>`id > ${param('settled')}::bigint and id <> all(${param('seen')}::bigint[])`)
      .orderBy('id')
      .limit(maxRows),
)
