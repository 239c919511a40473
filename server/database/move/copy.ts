import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { readSnapshot } from '../snapshot/read.ts'
import { writeSnapshot } from '../snapshot/write.ts'
import { withConnection, type NamedDatabase, MoveError } from './connection.ts'
import type { ClosedSource } from './source.ts'
import type { MoveState } from './state.ts'
import { recordArriving } from './target.ts'

interface Copying {
  readonly source: NamedDatabase
  readonly target: NamedDatabase
  readonly closed: ClosedSource
  readonly arriving: Omit<MoveState, 'since' | 'state'>
  /** Ends the copying: the target is then as it was before. */
  readonly signal: AbortSignal
}

/**
 * Copies all rows of the closed source into the target, in one transaction there, and compares their numbers. The target is then
 * complete and closed. Gives the number of rows.
 */
export async function copyRows({ source, target, closed, arriving, signal }: Copying): Promise<number> {
  const ended = new AbortController()
  const copying = copyAll()
  try {
    return await Promise.race([copying, whenCut(target, signal, ended.signal)])
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    ended.abort()
  }

  function copyAll(): Promise<number> {
    return readSnapshot(source.url, (head, rowsOf) =>
      writeSnapshot(
        target.url,
        head,
        async (copyIn) => {
          for (const table of head.tables) await copyIn(table, rowsOf(table))
        },
        async (tx) => {
          const expected = await closed.countRows()
          const found = await countRows(tx, Object.keys(expected))
          if (!isDeepStrictEqual(found, expected)) throw differing(expected, found)
          await recordArriving(tx, arriving)
          signal.throwIfAborted()
          return Object.values(found).reduce((sum, count) => sum + count, 0)
        },
      ),
    )
  }
}

/** Milliseconds that the copying gets to end after it was cut: a frozen target never answers. */
const endsWithin = 500

/** Rejects when the copying was cut and has not ended by itself. */
async function whenCut(target: NamedDatabase, signal: AbortSignal, ended: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort', { signal: ended })
  void cutCopying(target)
  await pause(endsWithin, undefined, { signal: ended })
  throw signal.reason
}

/** Ends the connection that fills the target, whatever statement it is in. */
async function cutCopying(target: NamedDatabase): Promise<void> {
  await withConnection(
    target,
    (client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'minbar snapshot'`,
      ),
    // Out of reach: then the copying fails by itself.
  ).catch(() => {})
}

async function countRows(tx: Tx, tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of tables) {
    const { rows } = await sql<{ count: string }>`select count(*) from ${sql.table(name)}`.execute(tx)
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}

function differing(expected: Record<string, number>, found: Record<string, number>): MoveError {
  const tables = Object.keys(expected).filter((name) => expected[name] !== found[name])
  return new MoveError(`The copy has other numbers of rows than the source in ${tables.join(', ')}.`)
}
