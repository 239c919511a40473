import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { type MoveOptions, type MoveResult, move, type Step } from '../../server/database/move/move.ts'
import { undoMove } from '../../server/database/move/undo.ts'
import { deleteAccountsIn } from '../../tools/move-database/source-and-target.ts'
import { withDatabase } from '../../tools/postgres/connections.ts'
import { insertMasjid } from '../runtime/insert-people.ts'
import { createDatabase, newDatabase, query } from '../runtime/postgres-database.ts'

/** The URLs of the two databases of a move. */
export interface Databases {
  readonly source: string
  readonly target: string
}

/** Creates a source with a masjid in it, and an empty target. */
export async function createSourceAndTarget(): Promise<Databases> {
  const source = await createDatabase(inject('postgresCluster'), {
    name: 'a masjid that moves',
    async prepare(url) {
      await migrate({ url })
      await withDatabase(url, insertMasjid)
    },
  })
  return { source, target: await newDatabase() }
}

export function runMove(
  { source, target }: Databases,
  options: Partial<MoveOptions> = {},
): Promise<MoveResult> {
  return move({
    source: { url: source, name: 'the source' },
    target: { url: target, name: 'the target' },
    maxDowntime: 30_000,
    signal: new AbortController().signal,
    onStep: () => {},
    ...options,
  })
}

/** Undoes the move. Resolves with false if there was no move. */
export function runUndo({ source, target }: Databases, loseChanges = false): Promise<boolean> {
  return undoMove({
    source: { url: source, name: 'the source' },
    target: async () => ({ url: target, name: 'the target' }),
    loseChanges,
    redeleteAccounts: (uids) => deleteAccountsIn(source, uids),
  })
}

const killMoveScript = fileURLToPath(new URL('kill-move-at-step.ts', import.meta.url))

/** Starts a move in another process. The process is killed right before a step. */
export function spawnMove({ source, target }: Databases, killedAt: Step | 'none'): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', killMoveScript, source, target, killedAt], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Returns whether a database has Minbar's tables, and a new connection may write to them. */
export async function isWritable(url: string): Promise<boolean> {
  const [row] = await query<{ writable: boolean }>(
    url,
    `select to_regclass('parties') is not null and current_setting('transaction_read_only') = 'off' as writable`,
  )
  return row?.writable === true
}

/** Returns the names of the writable databases. */
export async function writableDatabases({ source, target }: Databases): Promise<string> {
  const [sourceIs, targetIs] = await Promise.all([isWritable(source), isWritable(target)])
  return [...(sourceIs ? ['source'] : []), ...(targetIs ? ['target'] : [])].join(' and ')
}
