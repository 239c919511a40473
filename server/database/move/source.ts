import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { changeState, MoveChangedError, type MovePhase, type NewMove, writeState } from '../move-state.ts'
import { listSnapshotTables, quoteIdentifiers } from '../snapshot/snapshot-tables.ts'
import { MoveError } from './connection.ts'
import {
  instantLaterThanAllCommits,
  makeReadOnly,
  makeWritable,
  refuseRoleLevelSettings,
  runInWriteTransaction,
  terminateConnectionsOpenedBefore,
} from './read-only.ts'

/** Milliseconds for letters in flight to end. Longer than the lease of 45 seconds that a dead process leaves on its letters. */
const lettersTimeout = 60_000

/** Milliseconds between checks for letters in flight. */
const pollInterval = 200

/** The advisory lock that lets one process at a time move a database. */
const moveLock = 7_243_003

/** Takes the move lock for this connection. Rejects with MoveError if another process has it. */
export async function lockMove(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
    moveLock,
  ])
  if (rows[0]?.held !== true) {
    throw new MoveError(`Another npm run move is running on ${name}: wait until it ends, or stop it.`)
  }
}

/** Whether the move lock of a connection's database is taken. True for a target that is the locked source under another address. */
export async function isBeingMoved(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_locks where locktype = 'advisory' and objid = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [moveLock],
  )
  return rowCount !== 0
}

/** Rejects with MoveError if the source cannot be made read-only, or is already read-only. */
export async function checkSource(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{
    readOnly: string
    prepared: boolean
    others: string[]
    mayAlter: boolean
  }>(
    `select current_setting('transaction_read_only') as "readOnly",
       exists (select from pg_prepared_xacts where database = current_database()) as prepared,
       (select pg_has_role(datdba, 'usage') from pg_database where datname = current_database()) as "mayAlter",
       array(
         select distinct usename::text from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and usename <> current_user
           and not pg_has_role(usesysid, 'usage') and not pg_has_role('pg_signal_backend', 'usage')) as others`,
  )
  const [it] = rows
  if (it === undefined || it.readOnly === 'on') {
    throw new MoveError(
      `The database ${name} is read-only (a standby, or set to read only): name the writable database as the source.`,
    )
  }
  if (!it.mayAlter) {
    throw new MoveError(
      `Only its owner may make the database ${name} read-only: use the owner's URL, or make this user the owner.`,
    )
  }
  await refuseRoleLevelSettings(client, name)
  if (it.prepared) {
    throw new MoveError(
      `The database ${name} has prepared transactions: commit or roll them back, then run npm run move again.`,
    )
  }
  if (it.others.length > 0) {
    throw new MoveError(
      `Connections of ${it.others.join(', ')} to ${name} cannot be ended by this user: end them, then run npm run move again.`,
    )
  }
}

/**
 * Stops the servers from claiming letters, and waits until none is in flight: the copy of a letter in flight would be sent a second
 * time. The source still accepts writes. Rejects with MoveError if a mail server takes too long.
 */
export async function pauseLetters(client: pg.Client, move: NewMove, signal: AbortSignal): Promise<void> {
  await writeState(client, { ...move, state: 'preparing' })
  const deadline = performance.now() + lettersTimeout
  for (;;) {
    const inFlight = await countLettersInFlight(client)
    if (inFlight === 0) return
    if (performance.now() > deadline) {
      throw new MoveError(
        `The mail server has not answered for ${inFlight} letters in a minute: stop every server, wait a minute, and run npm run move again.`,
      )
    }
    await pause(pollInterval, undefined, { signal })
  }
}

/** Resolves with the number of letters that a server may be sending; see letters/outbox-store.ts. */
async function countLettersInFlight(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from letters
     where sent_at is null and failed_at is null and overtaken_at is null and attempts > 0 and not held and last_error is null
       and next_attempt_at > minbar_now()`,
  )
  return rows[0]?.count ?? 0
}

/** A read-only source, whose tables are also locked against connections that do not have the read-only setting yet. */
export type ReadOnlySource = Awaited<ReturnType<typeof makeSourceReadOnly>>

/**
 * Makes the source read-only. A database setting makes new connections read-only, and existing ones are terminated. A connection that is
 * opened at the same moment may miss both. Locks on all tables, held until `decide`, stop its writes. If this function rejects, the caller
 * must roll back and call `makeSourceWritable`.
 */
export async function makeSourceReadOnly(client: pg.Client, moveId: string) {
  await runInWriteTransaction(client, async () => {
    await changeState(client, moveId, 'preparing', 'leaving')
    await makeReadOnly(client)
  })
  const closedAt = await instantLaterThanAllCommits(client)
  await terminateConnectionsOpenedBefore(client, closedAt)
  const tables = (await listSnapshotTables(client)).map(({ name }) => name)
  await client.query('begin read write')
  await client.query(`lock table ${quoteIdentifiers(tables)} in share mode`)
  if ((await countLettersInFlight(client)) > 0) {
    throw new MoveError('A server began to send a letter at the last moment: run npm run move again.')
  }
  return {
    /** Resolves with the number of rows by table. */
    countRows: () => countRows(client, tables),
    /** Changes the state to `opening`. From now on, the source stays read-only, even if this process is killed. */
    async decide(): Promise<void> {
      // Ends a connection that missed the setting, before the commit releases the locks.
      await terminateConnectionsOpenedBefore(client, closedAt)
      await changeState(client, moveId, 'leaving', 'opening')
      await client.query('commit')
    },
  }
}

/** Resolves with the number of rows by table. */
export async function countRows(
  client: pg.Client,
  tables: readonly string[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${quoteIdentifiers([name])}`)
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}

/**
 * Makes the source writable again if the move is in one of the states `from`; otherwise rejects with MoveChangedError. The caller
 * must make sure that the target is not open and will not be opened.
 */
export async function makeSourceWritable(
  client: pg.Client,
  moveId: string,
  from: readonly MovePhase[],
): Promise<void> {
  await runInWriteTransaction(client, async () => {
    const { rowCount } = await client.query(
      'delete from move_state where move_id = $1 and state = any($2::text[])',
      [moveId, from],
    )
    if (rowCount !== 1) throw new MoveChangedError()
    await makeWritable(client)
  })
  await client.query('set default_transaction_read_only = off')
  await terminateConnectionsOpenedBefore(client, await instantLaterThanAllCommits(client))
}
