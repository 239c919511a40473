import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'

/** Milliseconds between two warnings. */
const warnsEvery = 60 * 60_000

/**
 * Bytes that an unprivileged user may still write on the file system of a folder. A folder that doesn't exist yet has its
 * parent's.
 */
export async function freeSpace(folder: string): Promise<number> {
  if (!existsSync(folder) && dirname(folder) !== folder) return freeSpace(dirname(folder))
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

interface Senses {
  /** Milliseconds that only go forward. */
  clock(): number
  /** Bytes. */
  freeSpace(folder: string): Promise<number>
}

/**
 * Gives a chore that warns when the file system of `dataDir` has less than `diskWarning` bytes free, at most once an hour,
 * and that tells when there is enough again.
 */
export function watchDisk(
  { dataDir, diskWarning }: Pick<Config, 'dataDir' | 'diskWarning'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
  senses: Senses = { clock: () => performance.now(), freeSpace },
): () => Promise<void> {
  let warnedAt = Number.NEGATIVE_INFINITY
  let isWarned = false
  return async function checkDisk() {
    const freeBytes = await senses.freeSpace(dataDir)
    const facts = { dataDir, freeBytes, warningBytes: diskWarning }
    if (freeBytes >= diskWarning) {
      if (isWarned) log.info(facts, 'the disk of DATA_DIR has enough free space again')
      isWarned = false
    } else if (senses.clock() - warnedAt >= warnsEvery) {
      warnedAt = senses.clock()
      isWarned = true
      log.warn(facts, 'the disk of DATA_DIR is almost full: free some space, or use a larger disk')
    }
  }
}
