import type pg from 'pg'
import { errorReason } from '../../error-reason.ts'
import { changeState, readState } from '../move-state.ts'
import { type DatabaseFacts, databaseFactsSql, unmetRequirement } from '../requirements.ts'
import { dropTablesAndFunctions, prepareTarget, TargetInUseError } from '../snapshot/prepare-target.ts'
import { MoveError } from './connection.ts'
import {
  instantLaterThanAllCommits,
  makeReadOnly,
  makeWritable,
  refuseRoleLevelSettings,
  runInWriteTransaction,
  terminateConnectionsOpenedBefore,
} from './read-only.ts'

/**
 * Checks that the target can be filled. Changes nothing, except that it removes what an unfinished or undone move of the same
 * source left there. Rejects with MoveError.
 */
export async function checkTarget(client: pg.Client, name: string, sourceIdentity: string): Promise<void> {
  const { rows } = await client.query<DatabaseFacts>(databaseFactsSql)
  const unmet = unmetRequirement(rows, name)
  if (unmet !== undefined) throw new MoveError(unmet)
  await refuseRoleLevelSettings(client, name)
  const earlier = await readState(client)
  const hasRemains = earlier !== undefined && (earlier.state === 'arriving' || earlier.state === 'void')
  if (hasRemains && earlier.otherIdentity !== sourceIdentity) {
    throw new MoveError(
      `The database ${name} has the remains of a move of ${earlier.other}: use a new, empty database.`,
    )
  }
  if (hasRemains) await dropRemains(client)
  await rehearse(client, name)
}

/** Drops the remains of an earlier move. */
async function dropRemains(client: pg.Client): Promise<void> {
  await terminateConnectionsOpenedBefore(client, await instantLaterThanAllCommits(client))
  await runInWriteTransaction(client, async () => {
    await dropTablesAndFunctions(client)
    await makeWritable(client)
  })
  // This connection keeps the read-only default that it got when it connected.
  await client.query('set default_transaction_read_only = off')
}

/** Tries everything that filling the target needs, and rolls it back. */
async function rehearse(client: pg.Client, name: string): Promise<void> {
  await client.query('begin')
  try {
    const { rows } = await client.query<{ readOnly: string }>(
      `select current_setting('transaction_read_only') as "readOnly"`,
    )
    if (rows[0]?.readOnly === 'on')
      throw new MoveError(`The database ${name} takes no changes: it is a standby, or set to read only.`)
    await prepareTarget(client)
    await makeReadOnly(client)
  } catch (error) {
    if (error instanceof MoveError) throw error
    const reason = errorReason(error)
    if (error instanceof TargetInUseError)
      throw new MoveError(`The target ${name} cannot be used. ${reason}`, { cause: error })
    throw new MoveError(`This user may not fill the target ${name}: ${reason}.`, { cause: error })
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

/**
 * Makes the target writable. Call this only when the source is in the state `opening`. Rejects with MoveChangedError if the move was
 * undone.
 */
export async function makeTargetWritable(client: pg.Client, moveId: string): Promise<void> {
  await runInWriteTransaction(client, async () => {
    await changeState(client, moveId, 'arriving', 'arrived')
    await makeWritable(client)
  })
}
