import { isAbsolute } from 'node:path'
import type pg from 'pg'

/**
 * How far a move has come, in the database of either end.
 *
 * The source takes changes while it is `preparing`; it is closed from `leaving` on. It is the row of the source that decides:
 * from `leaving` a move goes either to `opening` or back. Only a move that is `opening` opens its target.
 */
export type State = 'preparing' | 'leaving' | 'opening' | 'left' | 'arriving' | 'arrived' | 'void'

export interface MoveState {
  readonly moveId: string
  readonly state: State
  readonly since: Date
  /** The other database, for people: `host:port/name` or the folder of an embedded one. */
  readonly other: string
  readonly otherIdentity: string
}

type Queries = Pick<pg.ClientBase, 'query'>

/** The state of the last move from or to a database; undefined where there was none, or where the schema is older. */
export async function readState(client: Queries): Promise<MoveState | undefined> {
  const { rows: found } = await client.query<{ isThere: boolean }>(
    `select to_regclass('move_state') is not null as "isThere"`,
  )
  if (found[0]?.isThere !== true) return undefined
  const { rows } = await client.query<MoveState>(
    `select move_id as "moveId", state, since, other, other_identity as "otherIdentity" from move_state`,
  )
  return rows[0]
}

/** Writes the state of a new move. */
export async function writeState(client: Queries, state: Omit<MoveState, 'since'>): Promise<void> {
  await client.query(
    `insert into move_state (move_id, state, other, other_identity) values ($1, $2, $3, $4)
     on conflict (only_row) do update set move_id = excluded.move_id, state = excluded.state, since = now(),
       other = excluded.other, other_identity = excluded.other_identity`,
    [state.moveId, state.state, state.other, state.otherIdentity],
  )
}

/** The move is not in the state that it was expected in: another process went on with it, or undid it. */
export class MoveChangedError extends Error {
  override readonly name = 'MoveChangedError'

  constructor() {
    super(
      'Another process has gone on with this move, or undone it, in the meantime: run npm run move again.',
    )
  }
}

/** Moves on from one state to the next; rejects with MoveChangedError where it is in neither the state nor the move. */
export async function changeState(client: Queries, moveId: string, from: State, to: State): Promise<void> {
  const { rowCount } = await client.query(
    'update move_state set state = $3, since = now() where move_id = $1 and state = $2',
    [moveId, from, to],
  )
  if (rowCount !== 1) throw new MoveChangedError()
}

/** The database is one end of a move, and not the one to be used; the message is one sentence that says which one is. */
export class MovedError extends Error {
  override readonly name = 'MovedError'
}

/** Rejects with MovedError where a move has closed the database. */
export async function refuseMoved(client: Queries): Promise<void> {
  const move = await readState(client)
  const sentence = move === undefined ? undefined : sentences[move.state](move)
  if (sentence !== undefined) throw new MovedError(sentence)
}

const goOn = 'run npm run move again to complete it, or npm run move -- --undo to take it back.'

const sentences: Readonly<Record<State, (move: MoveState) => string | undefined>> = {
  preparing: () => undefined,
  leaving: ({ other }) => `A move of this database to ${other} is not complete: ${goOn}`,
  opening: ({ other }) => `A move of this database to ${other} is not complete: ${goOn}`,
  left: ({ other, since }) =>
    `Everything in this database moved to ${other} on ${since.toISOString().slice(0, 10)}: ${settingFor(other)}.`,
  arriving: ({ other }) => `A move of ${other} into this database is not complete: ${goOn}`,
  arrived: () => undefined,
  void: ({ other }) =>
    `The move of ${other} into this database was undone, so this is an old copy: ${settingFor(other)}.`,
}

/** What an operator sets to use a database. */
export function settingFor(name: string): string {
  return isAbsolute(name)
    ? `set DATA_DIR to ${name}, and no DATABASE_URL`
    : `set DATABASE_URL to the address of ${name}`
}
