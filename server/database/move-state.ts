import { isAbsolute } from 'node:path'
import type pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import { hasTable } from './has-table.ts'

/**
 * The progress of a move. Source and target each store their own state.
 *
 * Source: `preparing` (still writable), `leaving` (read-only), `opening` (read-only: if the process is killed, a second run completes the
 * move), `left`. Target: `arriving` (filled, read-only), `arrived` (writable), `void` (the move was undone). The source's state decides:
 * from `leaving`, a move either advances to `opening` or is undone. Only a move in the state `opening` may open its target.
 */
export type MovePhase = 'preparing' | 'leaving' | 'opening' | 'left' | 'arriving' | 'arrived' | 'void'

export interface MoveState {
  readonly moveId: string
  readonly state: MovePhase
  readonly since: Date
  /** The other database, for messages: `host:port/name`, or the folder of an embedded database. */
  readonly other: string
  readonly otherIdentity: string
}

/** A move whose state is not stored yet. */
export type NewMove = Omit<MoveState, 'since' | 'state'>

type QueryClient = Pick<pg.ClientBase, 'query'>

/** Returns the state of the last move from or to a database; undefined if there was none, or if the schema has no `move_state` yet. */
export async function readState(client: QueryClient): Promise<MoveState | undefined> {
  if (!(await hasTable(client, 'move_state'))) return undefined
  const { rows } = await client.query<MoveState>(
    `select move_id as "moveId", state, since, other, other_identity as "otherIdentity" from move_state`,
  )
  return rows[0]
}

/** Stores a new move and its state, in place of the last move from or to this database. */
export async function writeState(client: QueryClient, state: Omit<MoveState, 'since'>): Promise<void> {
  await client.query(
    `insert into move_state (move_id, state, other, other_identity) values ($1, $2, $3, $4)
     on conflict (only_row) do update set move_id = excluded.move_id, state = excluded.state, since = now(),
       other = excluded.other, other_identity = excluded.other_identity`,
    [state.moveId, state.state, state.other, state.otherIdentity],
  )
}

/** The move is not in the expected state, because another process has advanced or undone it. */
export class MoveChangedError extends OperatorError {
  constructor() {
    super('Another process has continued or undone this move in the meantime: run npm run move again.')
  }
}

/** Changes the state of a move from `from` to `to`. Rejects with MoveChangedError if it is not in the state `from`. */
export async function changeState(
  client: QueryClient,
  moveId: string,
  from: MovePhase,
  to: MovePhase,
): Promise<void> {
  const { rowCount } = await client.query(
    'update move_state set state = $3, since = now() where move_id = $1 and state = $2',
    [moveId, from, to],
  )
  if (rowCount !== 1) throw new MoveChangedError()
}

/** A move has made this database read-only. The message is one sentence that tells the operator which database to use. */
export class MovedError extends OperatorError {}

/** Rejects with MovedError if a move has made the database read-only. */
export async function refuseMovedDatabase(client: QueryClient): Promise<void> {
  const move = await readState(client)
  const message = move === undefined ? undefined : messages[move.state](move)
  if (message !== undefined) throw new MovedError(message)
}

const completeOrUndoHint = 'run npm run move again to complete it, or npm run move -- --undo to undo it.'

const messages: Readonly<Record<MovePhase, (move: MoveState) => string | undefined>> = {
  preparing: () => undefined,
  leaving: ({ other }) => `A move of this database to ${other} is not complete: ${completeOrUndoHint}`,
  opening: ({ other }) => `A move of this database to ${other} is not complete: ${completeOrUndoHint}`,
  left: ({ other, since }) =>
    `Everything in this database moved to ${other} on ${since.toISOString().slice(0, 10)}: ${databaseSettingHint(other)}.`,
  arriving: ({ other }) => `A move of ${other} into this database is not complete: ${completeOrUndoHint}`,
  arrived: () => undefined,
  void: ({ other }) =>
    `The move of ${other} into this database was undone, so this is an old copy: ${databaseSettingHint(other)}.`,
}

/** Tells the operator how to select the database that messages call `name`. */
export function databaseSettingHint(name: string): string {
  return isAbsolute(name)
    ? `set DATA_DIR to ${name}, and unset DATABASE_URL`
    : `set DATABASE_URL to the address of ${name}`
}
