import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { quoteIdentifiers } from '../snapshot/quote-identifiers.ts'
import { tablesOf } from '../snapshot/tables.ts'
import { MoveError } from './connection.ts'
import {
  makeReadOnly,
  endConnectionsBefore,
  instantOf,
  makeWritable,
  refuseStrongerSettings,
  inWriteTransaction,
} from './read-only.ts'
import { changeState, MoveChangedError, type MoveState, type State, writeState } from './state.ts'

/** Milliseconds that letters in flight get to end: a process that died holds its letters for 45 seconds. */
const lettersEndWithin = 60_000

/** Milliseconds between two looks at them. */
const betweenLooks = 200

/** An advisory lock of a database, by which one process at a time moves it. */
const moveLock = 7_243_003

/** Makes this connection the one that moves its database. Rejects with MoveError where another process does. */
export async function lockMove(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
    moveLock,
  ])
  if (rows[0]?.held !== true) {
    throw new MoveError(`Another npm run move is at work on ${name}: let it end, or stop it.`)
  }
}

/** Whether a connection leads to a database that is being moved: the target may be the source under another name. */
export async function isBeingMoved(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_locks where locktype = 'advisory' and objid = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [moveLock],
  )
  return rowCount !== 0
}

/** Rejects with MoveError where the source cannot be closed, or does not take changes anyway. */
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
      `The database ${name} takes no changes now (a standby, or set to read only): move it from where it does.`,
    )
  }
  if (!it.mayAlter) {
    throw new MoveError(
      `Only its owner may close the database ${name}: use the URL of its owner, or make this user the owner.`,
    )
  }
  await refuseStrongerSettings(client, name)
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
 * Has the servers claim no more letters and waits until none is in flight: a copy of a letter whose outcome is not saved would
 * be sent a second time. Changes are still taken. Rejects with MoveError when a mail server takes too long.
 */
export async function pauseLetters(
  client: pg.Client,
  move: Omit<MoveState, 'since' | 'state'>,
  signal: AbortSignal,
): Promise<void> {
  await writeState(client, { ...move, state: 'preparing' })
  const deadline = performance.now() + lettersEndWithin
  for (;;) {
    const inFlight = await lettersInFlight(client)
    if (inFlight === 0) return
    if (performance.now() > deadline) {
      throw new MoveError(
        `The mail server has not answered for ${inFlight} letters in a minute: stop every server, wait a minute, and run npm run move again.`,
      )
    }
    await pause(betweenLooks, undefined, { signal })
  }
}

/** Letters that a server may be sending; see letters/store.ts. */
async function lettersInFlight(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from letters
     where sent_at is null and failed_at is null and attempts > 0 and not held and last_error is null
       and next_attempt_at > minbar_now()`,
  )
  return rows[0]?.count ?? 0
}

/** A source that takes no changes, and whose tables are locked against connections that don't know so yet. */
export interface ClosedSource {
  /** Rows of each table. */
  countRows(): Promise<Record<string, number>>
  /** The move goes on to open its target. From then on the source stays closed, whatever happens to this process. */
  decide(): Promise<void>
}

/**
 * Closes the source to changes: for new connections by a setting of the database, for the present ones by ending them, and for
 * a connection that was just being made by locks on all tables, which are held until `decide`.
 */
export async function closeSource(client: pg.Client, moveId: string): Promise<ClosedSource> {
  await inWriteTransaction(client, async () => {
    await changeState(client, moveId, 'preparing', 'leaving')
    await makeReadOnly(client)
  })
  const closedAt = await instantOf(client)
  await endConnectionsBefore(client, closedAt)
  const tables = (await tablesOf(client)).map(({ name }) => name)
  await client.query('begin read write')
  await client.query(`lock table ${quoteIdentifiers(tables)} in share mode`)
  if ((await lettersInFlight(client)) > 0) {
    throw new MoveError('A letter was begun at the last moment: run npm run move again.')
  }
  return {
    countRows: () => countRows(client, tables),
    async decide() {
      await endConnectionsBefore(client, closedAt)
      await changeState(client, moveId, 'leaving', 'opening')
      await client.query('commit')
    },
  }
}

async function countRows(client: pg.Client, tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${quoteIdentifiers([name])}`)
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}

/**
 * Has the source take changes again, from one of the states. The caller has made sure that the target is not, and will not be,
 * open. Rejects with MoveChangedError where the move is in another state.
 */
export async function reopenSource(client: pg.Client, moveId: string, from: readonly State[]): Promise<void> {
  await inWriteTransaction(client, async () => {
    const { rowCount } = await client.query(
      'delete from move_state where move_id = $1 and state = any($2::text[])',
      [moveId, from],
    )
    if (rowCount !== 1) throw new MoveChangedError()
    await makeWritable(client)
  })
  await client.query('set default_transaction_read_only = off')
  await endConnectionsBefore(client, await instantOf(client))
}
