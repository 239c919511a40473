import type pg from 'pg'
import { type MoveState, readState } from '../move-state.ts'
import { databaseIdOf, MoveError, type NamedDatabase, withConnection } from './connection.ts'
import {
  instantLaterThanAllCommits,
  makeReadOnly,
  makeWritable,
  runInWriteTransaction,
  terminateConnectionsOpenedBefore,
} from './read-only.ts'
import { lockMove, makeSourceWritable } from './source.ts'

interface UndoOptions {
  readonly source: NamedDatabase
  /** Called only if the target may be writable. */
  readonly target: () => Promise<NamedDatabase>
  /** Whether to discard the changes that were made in the target since it was opened. */
  readonly loseChanges: boolean
  /** Deletes from the source, which is still read-only, the accounts that were deleted in the target. */
  readonly redeleteAccounts: (ids: readonly string[]) => Promise<void>
}

/**
 * Undoes a move: makes the target read-only for good, then makes the source writable again. Resolves with false if there was no move to
 * undo. Rejects with MoveError if the target may be writable but is unreachable, or has changes that would be lost.
 */
export async function undoMove(options: UndoOptions): Promise<boolean> {
  const { source, target, loseChanges, redeleteAccounts } = options
  return withConnection(source, async (client) => {
    await lockMove(client, source.name)
    const move = await readState(client)
    // `arrived`: this database is the target of a completed move, and so the database in use. No move away from it has begun.
    if (move === undefined || move.state === 'arrived') return false
    // This database is the target of a move that is incomplete (`arriving`) or was undone (`void`).
    if (move.state === 'arriving' || move.state === 'void') {
      throw new MoveError(
        `${source.name} is the target of a move: set DATABASE_URL or DATA_DIR to its source, ${move.other}.`,
      )
    }
    // In these states, the target may be writable. In the other states, `preparing` and `leaving`, it is not yet.
    if (move.state === 'opening' || move.state === 'left') {
      const last = loseChanges ? undefined : await lastAuditId(client)
      await redeleteAccounts(await closeTarget(client, await target(), move, last))
    }
    await makeSourceWritable(client, move.moveId, [move.state])
    return true
  })
}

/** Resolves with the id of the source's last audit entry. Entries with higher ids in the target were made after the move. */
async function lastAuditId(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ last: string }>('select coalesce(max(id), 0) as last from audit')
  return rows[0]?.last ?? '0'
}

/**
 * Makes the target read-only for good. In the source, marks as sent all letters that the target has sent, so that the source does not send
 * them again. Resolves with the ids of the people and parties that are deleted in the target.
 * @param last the last audit id before the move. If users or the operator made changes after it, the function rejects, and makes the target
 * writable again if it was writable. If `last` is undefined, such changes may be lost.
 */
async function closeTarget(
  source: pg.Client,
  target: NamedDatabase,
  { moveId, other, otherIdentity }: MoveState,
  last: string | undefined,
): Promise<readonly string[]> {
  return withConnection(target, async (client) => {
    if ((await databaseIdOf(client)) !== otherIdentity) {
      throw new MoveError(
        `The move went to ${other}, not to ${target.name}: MOVE_TO_URL or MOVE_TO_DIR must lead to ${other}.`,
      )
    }
    const wasOpen = await runInWriteTransaction(client, async () => {
      const { rows } = await client.query<Pick<MoveState, 'state'>>(
        'select state from move_state where move_id = $1 for update',
        [moveId],
      )
      const [found] = rows
      if (found === undefined || !['arriving', 'arrived', 'void'].includes(found.state)) {
        throw new MoveError(
          `${other} no longer has the moved data, so the move cannot be undone: restore a backup.`,
        )
      }
      await client.query(`update move_state set state = 'void'`)
      await makeReadOnly(client)
      return found.state === 'arrived'
    })
    await terminateConnectionsOpenedBefore(client, await instantLaterThanAllCommits(client))
    const changes = last === undefined ? 0 : await countChangesAfter(client, last)
    if (changes === 0) {
      await markSent(source, client)
      const { rows } = await client.query<{ id: string }>(
        `select uid as id from parties where left_at is not null
        union all select id from people where left_at is not null`,
      )
      return rows.map(({ id }) => id)
    }
    if (wasOpen) await reopenTarget(client)
    throw new MoveError(
      `Changes made in ${other} since it was opened: ${changes}. Only that database has them. To keep them, move from there ` +
        'into a new, empty database. To discard them, run npm run move -- --undo --lose-changes.',
    )
  })
}

/** Marks unsent letters in the source as sent if the target has sent them; see letters/outbox-store.ts. */
async function markSent(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows: waiting } = await source.query<{ id: string }>(
    'select id from letters where sent_at is null and failed_at is null and overtaken_at is null',
  )
  const { rows: sent } = await target.query<{ id: string; at: Date }>(
    'select id, sent_at as at from letters where id = any($1::uuid[]) and sent_at is not null',
    [waiting.map(({ id }) => id)],
  )
  await runInWriteTransaction(source, () =>
    source.query(
      `update letters l set sent_at = sent.at, props = '{}', last_error = null
       from unnest($1::uuid[], $2::timestamptz[]) as sent(id, at) where l.id = sent.id`,
      [sent.map(({ id }) => id), sent.map(({ at }) => at)],
    ),
  )
}

/** Resolves with the number of changes by users or the operator after an audit entry. */
async function countChangesAfter(client: pg.Client, last: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from audit where id > $1 and by_role <> 'minbar'`,
    [last],
  )
  return rows[0]?.count ?? 0
}

async function reopenTarget(client: pg.Client): Promise<void> {
  await runInWriteTransaction(client, async () => {
    await client.query(`update move_state set state = 'arrived'`)
    await makeWritable(client)
  })
  await terminateConnectionsOpenedBefore(client, await instantLaterThanAllCommits(client))
}
