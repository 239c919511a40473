import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type NewMove, writeState } from '../move-state.ts'
import { readSnapshot } from '../snapshot/read.ts'
import { writeSnapshot } from '../snapshot/write.ts'
import { MoveError, type NamedDatabase, withConnection } from './connection.ts'
import { makeReadOnly } from './read-only.ts'
import { countRows, type ReadOnlySource } from './source.ts'

interface CopyOptions {
  readonly source: NamedDatabase
  readonly target: NamedDatabase
  readonly closed: ReadOnlySource
  readonly arriving: NewMove
  /** Aborts the copying. The target then stays unchanged. */
  readonly signal: AbortSignal
}

/**
 * Copies all rows of the source, which is read-only, into the target in one transaction, and compares the row counts. Afterwards the target
 * is complete, and read-only, too. Resolves with the number of rows.
 */
export async function copyRows({ source, target, closed, arriving, signal }: CopyOptions): Promise<number> {
  signal.throwIfAborted()
  const ended = new AbortController()
  const copying = copyAll()
  try {
    return await Promise.race([copying, rejectWhenAborted(target, signal, ended.signal)])
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
        async (_, client) => {
          const expected = await closed.countRows()
          const found = await countRows(client, Object.keys(expected))
          if (!isDeepStrictEqual(found, expected)) throw differentCountsError(expected, found)
          await writeState(client, { ...arriving, state: 'arriving' })
          // The target becomes read-only in the transaction that inserts the rows. So other connections see it either complete and
          // read-only, or still empty.
          await makeReadOnly(client)
          signal.throwIfAborted()
          return Object.values(found).reduce((sum, count) => sum + count, 0)
        },
      ),
    )
  }
}

/** Milliseconds for the copying to end after an abort. A frozen target never answers. */
const abortTimeout = 500

/** Rejects if the signal aborts and the copying does not end in time. Never resolves. */
async function rejectWhenAborted(
  target: NamedDatabase,
  signal: AbortSignal,
  ended: AbortSignal,
): Promise<never> {
  await once(signal, 'abort', { signal: ended })
  void terminateCopying(target)
  await pause(abortTimeout, undefined, { signal: ended })
  throw signal.reason
}

/** Terminates the connection that fills the target, even within a statement. */
async function terminateCopying(target: NamedDatabase): Promise<void> {
  await withConnection(
    target,
    (client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'minbar snapshot'`,
      ),
    // If the target is unreachable, the copying fails by itself.
  ).catch(() => {})
}

function differentCountsError(expected: Record<string, number>, found: Record<string, number>): MoveError {
  const tables = Object.keys(expected).filter((name) => expected[name] !== found[name])
  return new MoveError(
    `The copy has a different number of rows than the source in: ${tables.join(', ')}. Run npm run move again.`,
  )
}
