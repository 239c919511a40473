import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Pool } from 'pg'
import { GuardedPool } from '../transaction-guard.ts'
import { types } from '../types.ts'
import { ensureCluster } from './cluster.ts'
import { lockDirectory } from './directory-lock.ts'
import { EngineThread } from './engine-thread.ts'
import { SessionStream } from './session-stream.ts'
import { upkeep } from './upkeep.ts'

/** What a pino logger offers. */
export type Log = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>

export type EmbeddedDatabase = {
  /** One connection: queries and transactions of several requests take turns. */
  pool: Pool
  /** How many fsyncs reached the disk since the start; each acknowledged write is behind one of them. */
  syncCount(): number
  /** Lets running work end, makes a shutdown checkpoint, gives the directory free. May be called again. */
  close(): Promise<void>
}

const UPKEEP_EVERY_MS = 60_000

/**
 * PostgreSQL in this process, with its files in `directory`, which is made if it isn't there. One process at a
 * time: a second one gets DirectoryInUseError. An acknowledged write survives a crash of process and machine.
 * If the engine fails, queries fail with the reason until the process is restarted.
 */
export async function openEmbedded(parts: { directory: string; log: Log }): Promise<EmbeddedDatabase> {
  const { log } = parts
  const directory = resolve(parts.directory)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const lock = await lockDirectory(directory)
  try {
    const thread = new EngineThread(await ensureCluster(directory), {
      onLog: (line) => log.info({ line }, 'The embedded database says'),
      onFailure: (reason) => log.error({ err: reason }, reason.message),
    })
    await thread.ready

    const pool = new GuardedPool({
      stream: () => new SessionStream(thread),
      max: 1,
      // A connection costs nothing here, and a new one begins by cleaning up after the last.
      idleTimeoutMillis: 0,
      types,
      // Said here, lest PGUSER, PGDATABASE and PGSSLMODE of the environment say something else.
      user: 'postgres',
      database: 'postgres',
      ssl: false,
    })
    // Without a listener a failure while idle would end the process; onFailure has logged its reason.
    pool.on('error', () => {})
    const stopUpkeep = scheduleUpkeep(pool, log)

    const close = async () => {
      stopUpkeep()
      await pool.end()
      await thread.close()
      await lock.release()
    }
    let closing: Promise<void> | undefined
    return { pool, syncCount: () => thread.syncCount, close: () => (closing ??= close()) }
  } catch (error) {
    await lock.release()
    throw error
  }
}

function scheduleUpkeep(pool: Pool, log: Log): () => void {
  let running = false
  const tidy = async () => {
    if (running) return
    running = true
    try {
      const { vacuumed, checkpointed } = await upkeep(pool)
      if (vacuumed.length > 0 || checkpointed)
        log.info({ vacuumed, checkpointed }, 'Embedded database tidied')
    } catch (error) {
      log.warn({ err: error }, 'The embedded database could not be tidied')
    } finally {
      running = false
    }
  }
  const timer = setInterval(() => void tidy(), UPKEEP_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
