import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { type Moved, type MoveOptions, move, type Step } from '../../server/database/move/move.ts'
import { undoMove } from '../../server/database/move/undo.ts'
import { deleteIn } from '../../tools/move/source-and-target.ts'
import { withDatabase } from '../../tools/postgres/connections.ts'
import { insertMasjid } from '../runtime/insert-people.ts'
import { createDatabase, newDatabase, query } from '../runtime/postgres-database.ts'

/** The URLs of the two databases of a move. */
export interface Databases {
  readonly source: string
  readonly target: string
}

/** A database with a masjid in it, and an empty one. */
export async function twoDatabases(): Promise<Databases> {
  const source = await createDatabase(inject('postgresCluster'), {
    name: 'a masjid that moves',
    async prepare(url) {
      await migrate({ url })
      await withDatabase(url, insertMasjid)
    },
  })
  return { source, target: await newDatabase() }
}

export function moving({ source, target }: Databases, options: Partial<MoveOptions> = {}): Promise<Moved> {
  return move({
    source: { url: source, name: 'the source' },
    target: { url: target, name: 'the target' },
    maxClosedTime: 30_000,
    signal: new AbortController().signal,
    onStep: () => {},
    ...options,
  })
}

export function undoing({ source, target }: Databases, loseChanges = false): Promise<boolean> {
  return undoMove({
    source: { url: source, name: 'the source' },
    target: async () => ({ url: target, name: 'the target' }),
    loseChanges,
    redeleteAccounts: (uids) => deleteIn(source, uids),
  })
}

const killedMove = fileURLToPath(new URL('move-killed-at.ts', import.meta.url))

/** Starts a move in another process, which is killed right before a step. */
export function spawnMove({ source, target }: Databases, killedAt: Step | 'none'): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', killedMove, source, target, killedAt], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Whether a database has Minbar's tables, and a new connection may write to them. */
export async function isWritable(url: string): Promise<boolean> {
  const [row] = await query<{ takes: boolean }>(
    url,
    `select to_regclass('accounts') is not null and current_setting('transaction_read_only') = 'off' as takes`,
  )
  return row?.takes === true
}

/** The names of the databases that are writable. */
export async function writableOf({ source, target }: Databases): Promise<string> {
  const [sourceIs, targetIs] = await Promise.all([isWritable(source), isWritable(target)])
  return [...(sourceIs ? ['source'] : []), ...(targetIs ? ['target'] : [])].join(' and ')
}
