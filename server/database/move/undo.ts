import type pg from 'pg'
import { withConnection, type NamedDatabase, identityOf, MoveError } from './connection.ts'
import { makeReadOnly, endConnectionsBefore, instantOf, makeWritable, inWriteTransaction } from './read-only.ts'
import { lockMove, reopenSource } from './source.ts'
import { type MoveState, readState } from './state.ts'

interface UndoOptions {
  readonly source: NamedDatabase
  /** Needed where the target may be open: asked for only then. */
  readonly target: () => Promise<NamedDatabase>
  /** Give up what people changed in the target since it was opened. */
  readonly loseChanges: boolean
  /** Deletes accounts in the source, which is still closed, that people have deleted in the target. */
  readonly redeleteAccounts: (uids: readonly string[]) => Promise<void>
}

/**
 * Takes a move back: the source takes changes again, after the target was closed for good. Gives false where there was no move to
 * take back. Rejects with MoveError where the target may be open and cannot be reached, or has changes that would be lost.
 */
export async function undoMove({ source, target, loseChanges, redeleteAccounts }: UndoOptions): Promise<boolean> {
  return withConnection(source, async (client) => {
    await lockMove(client, source.name)
    const move = await readState(client)
    if (move === undefined || move.state === 'arrived') return false
    if (move.state === 'arriving' || move.state === 'void') {
      throw new MoveError(
        `${source.name} is the target of a move: set DATABASE_URL or DATA_DIR to its source, ${move.other}.`,
      )
    }
    if (move.state === 'opening' || move.state === 'left') {
      const last = loseChanges ? undefined : await lastChange(client)
      await redeleteAccounts(await closeTarget(client, await target(), move, last))
    }
    await reopenSource(client, move.moveId, [move.state])
    return true
  })
}

/** The last entry of the audit, which both ends number alike: changes in the target have higher numbers. */
async function lastChange(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ last: string }>('select coalesce(max(id), 0) as last from audit')
  return rows[0]?.last ?? '0'
}

/**
 * Closes the target for good: nothing opens it afterwards. What it has sent, the source does not send again. Gives
 * the uids of accounts that are deleted in it.
 * @param last an entry of the audit; people's changes after it have it refused, and left open. Undefined if they may be lost
 */
async function closeTarget(
  source: pg.Client,
  target: NamedDatabase,
  { moveId, other, otherIdentity }: MoveState,
  last: string | undefined,
): Promise<readonly string[]> {
  return withConnection(target, async (client) => {
    if ((await identityOf(client)) !== otherIdentity) {
      throw new MoveError(`The move went to ${other}, and ${target.name} is another database: name that one.`)
    }
    const wasOpen = await inWriteTransaction(client, async () => {
      const { rows } = await client.query<Pick<MoveState, 'state'>>(
        'select state from move_state where move_id = $1 for update',
        [moveId],
      )
      const [found] = rows
      if (found === undefined || !['arriving', 'arrived', 'void'].includes(found.state)) {
        throw new MoveError(
          `${other} no longer holds what was moved there, so the move cannot be undone: restore a backup.`,
        )
      }
      await client.query(`update move_state set state = 'void'`)
      await makeReadOnly(client)
      return found.state === 'arrived'
    })
    await endConnectionsBefore(client, await instantOf(client))
    const changes = last === undefined ? 0 : await changesAfter(client, last)
    if (changes === 0) {
      await markSent(source, client)
      const { rows } = await client.query<{ uid: string }>(
        'select uid from accounts where left_at is not null',
      )
      return rows.map(({ uid }) => uid)
    }
    if (wasOpen) await openAgain(client)
    throw new MoveError(
      `${changes} changes were made in ${other} since it was opened, and it alone has them. To keep them, move from there ` +
        'into a new, empty database; to lose them, run npm run move -- --undo --lose-changes.',
    )
  })
}

/** Notes in the source which of its waiting letters the target has sent; see letters/store.ts. */
async function markSent(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows: waiting } = await source.query<{ id: string }>(
    'select id from letters where sent_at is null and failed_at is null',
  )
  const { rows: sent } = await target.query<{ id: string; at: Date }>(
    'select id, sent_at as at from letters where id = any($1::uuid[]) and sent_at is not null',
    [waiting.map(({ id }) => id)],
  )
  await inWriteTransaction(source, () =>
    source.query(
      `update letters l set sent_at = sent.at, props = '{}', last_error = null
       from unnest($1::uuid[], $2::timestamptz[]) as sent(id, at) where l.id = sent.id`,
      [sent.map(({ id }) => id), sent.map(({ at }) => at)],
    ),
  )
}

/** Changes that people made after an entry of the audit. */
async function changesAfter(client: pg.Client, last: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from audit where id > $1 and by_role <> 'minbar'`,
    [last],
  )
  return rows[0]?.count ?? 0
}

async function openAgain(client: pg.Client): Promise<void> {
  await inWriteTransaction(client, async () => {
    await client.query(`update move_state set state = 'arrived'`)
    await makeWritable(client)
  })
  await endConnectionsBefore(client, await instantOf(client))
}
