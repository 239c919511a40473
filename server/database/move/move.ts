import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { errorReason } from '../../error-reason.ts'
import { requireCurrentSchema } from '../migrate.ts'
import {
  changeState,
  databaseSettingHint,
  MoveChangedError,
  type MoveState,
  type NewMove,
  readState,
  refuseMovedDatabase,
} from '../move-state.ts'
import { databaseIdOf, MoveError, type NamedDatabase, withConnection } from './connection.ts'
import { copyRows } from './copy.ts'
import { runInWriteTransaction } from './read-only.ts'
import {
  checkSource,
  isBeingMoved,
  lockMove,
  makeSourceReadOnly,
  makeSourceWritable,
  pauseLetters,
} from './source.ts'
import { checkTarget, makeTargetWritable } from './target.ts'

/** The steps of a move, in order. */
export const steps = [
  'check',
  'pause letters',
  'close the source',
  'copy',
  'decide',
  'open the target',
  'mark the source',
] as const

export type Step = (typeof steps)[number]

export interface MoveOptions {
  readonly source: NamedDatabase
  readonly target: NamedDatabase
  /** The maximum downtime: milliseconds in which neither database accepts writes. A move that takes longer is given up. */
  readonly maxDowntime: number
  /** Gives the move up, unless it has reached the step `decide`. */
  readonly signal: AbortSignal
  /** Called before each step. */
  readonly onStep: (step: Step) => void
}

/** The outcome of a complete move. */
export interface MoveResult {
  /** The number of copied rows; undefined if an earlier run copied them. */
  readonly rows?: number
  /** Milliseconds for which neither database accepted writes; undefined if an earlier run closed the source. */
  readonly closedFor?: number
}

/** Milliseconds of `maxDowntime` that are reserved for making the source writable again if the move takes too long. */
const reopenReserve = 1_500

/**
 * Moves all data from one database to another. It closes the source (makes it read-only), copies one snapshot, compares the row counts, and
 * opens the target. The two databases never accept writes at the same time, at whatever point this process is killed. A second run
 * completes or repeats an interrupted move. Rejects with MoveError, MoveChangedError or a database's own error. The source then accepts
 * writes again, unless the message says otherwise.
 */
export async function move(options: MoveOptions): Promise<MoveResult> {
  const { source, target, onStep } = options
  return withConnection(source, async (client) => {
    await lockMove(client, source.name)
    onStep('check')
    const earlier = await readState(client)
    if (earlier?.state === 'opening' || earlier?.state === 'left') return complete(client, earlier, options)
    await undoUnfinishedMove(client, earlier)
    await checkSource(client, source.name)
    await requireCurrentSchema(source)
    const sourceIdentity = await databaseIdOf(client)
    const targetIdentity = await withConnection(target, async (other) => {
      if (await isBeingMoved(other))
        throw new MoveError(
          `${target.name} is the database that is to be moved: name another one as its target.`,
        )
      await checkTarget(other, target.name, sourceIdentity)
      return databaseIdOf(other)
    })
    const moveId = randomUUID()
    try {
      return await runSteps(client, options, {
        leaving: { moveId, other: target.name, otherIdentity: targetIdentity },
        arriving: { moveId, other: source.name, otherIdentity: sourceIdentity },
      })
    } catch (error) {
      throw await giveUp(source, client, moveId, error)
    }
  })
}

async function runSteps(
  client: pg.Client,
  { source, target, maxDowntime, signal, onStep }: MoveOptions,
  { leaving, arriving }: { readonly leaving: NewMove; readonly arriving: NewMove },
): Promise<MoveResult> {
  const { moveId } = leaving
  onStep('pause letters')
  await pauseLetters(client, leaving, signal)
  onStep('close the source')
  const closedSince = performance.now()
  const tooLong = new AbortController()
  const timer = setTimeout(
    () => tooLong.abort(tookTooLongError(maxDowntime)),
    Math.max(0, maxDowntime - reopenReserve),
  )
  const givenUp = AbortSignal.any([signal, tooLong.signal])
  try {
    const closed = await makeSourceReadOnly(client, moveId)
    givenUp.throwIfAborted()
    onStep('copy')
    const rows = await copyRows({ source, target, closed, arriving, signal: givenUp })
    onStep('decide')
    await closed.decide()
    onStep('open the target')
    await withConnection(target, (other) => makeTargetWritable(other, moveId))
    const closedFor = performance.now() - closedSince
    await markSource(client, moveId, onStep)
    return { rows, closedFor }
  } finally {
    clearTimeout(timer)
  }
}

function tookTooLongError(maxDowntime: number): MoveError {
  return new MoveError(
    `The move took longer than ${maxDowntime / 1_000} seconds and was given up: choose a quiet hour and set MOVE_SECONDS to ` +
      'an acceptable downtime in seconds.',
  )
}

async function markSource(client: pg.Client, moveId: string, onStep: MoveOptions['onStep']): Promise<void> {
  onStep('mark the source')
  await runInWriteTransaction(client, () => changeState(client, moveId, 'opening', 'left'))
}

/**
 * Undoes an unfinished earlier run, if it cannot have opened its target. Rejects with MovedError if another move has made the source
 * read-only.
 */
async function undoUnfinishedMove(client: pg.Client, earlier: MoveState | undefined): Promise<void> {
  if (earlier?.state === 'preparing' || earlier?.state === 'leaving') {
    await makeSourceWritable(client, earlier.moveId, ['preparing', 'leaving'])
  }
  await refuseMovedDatabase(client)
}

/** Completes a move whose earlier run has reached the state `opening`. */
async function complete(
  client: pg.Client,
  { moveId, state, other, otherIdentity }: MoveState,
  { target, onStep }: MoveOptions,
): Promise<MoveResult> {
  await withConnection(target, async (opened) => {
    if ((await databaseIdOf(opened)) !== otherIdentity) {
      throw new MoveError(
        `This database has moved to ${other}, not to ${target.name}: ${databaseSettingHint(other)}.`,
      )
    }
    if (state === 'left') return
    onStep('open the target')
    const arrived = await readState(opened)
    if (arrived?.moveId !== moveId || arrived.state !== 'arrived') await makeTargetWritable(opened, moveId)
  })
  if (state === 'opening') await markSource(client, moveId, onStep)
  return {}
}

/**
 * Makes the source writable again after a failed move, unless the move has completed the step `decide`. Resolves with the error to report.
 */
async function giveUp(
  source: NamedDatabase,
  client: pg.Client,
  moveId: string,
  error: unknown,
): Promise<unknown> {
  try {
    await client.query('rollback')
    await makeSourceWritable(client, moveId, ['preparing', 'leaving'])
    return error
  } catch {
    // Either the connection was lost, or the move has completed the step `decide`. A new connection shows which.
  }
  const cause = errorReason(error)
  try {
    await withConnection(source, (again) => makeSourceWritable(again, moveId, ['preparing', 'leaving']))
    return error
  } catch (reason) {
    const isDecided = reason instanceof MoveChangedError
    return new MoveError(
      isDecided
        ? `The move can no longer be undone automatically, and is not complete: run npm run move again. What stopped it: ${cause}`
        : `The database ${source.name} could not be opened again: run npm run move -- --undo. What stopped the move: ${cause}`,
      { cause: error },
    )
  }
}
