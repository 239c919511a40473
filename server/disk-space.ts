import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'

/** Milliseconds. */
const warningInterval = 60 * 60_000

/** Resolves with the bytes that are free for unprivileged users on the file system of a folder, or of its nearest existing parent. */
export async function freeSpace(folder: string): Promise<number> {
  if (!existsSync(folder) && dirname(folder) !== folder) return freeSpace(dirname(folder))
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

interface Sensors {
  /** Milliseconds of a monotonic clock. */
  clock(): number
  /** Bytes. */
  freeSpace(folder: string): Promise<number>
}

/**
 * Creates a background job that warns, at most once an hour, while the file system of `dataDir` has less than `diskWarning` bytes free.
 * The job also logs when there is enough free space again.
 */
export function createDiskCheck(
  { dataDir, diskWarning }: Pick<Config, 'dataDir' | 'diskWarning'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
  sensors: Sensors = { clock: () => performance.now(), freeSpace },
): () => Promise<void> {
  let warnedAt = Number.NEGATIVE_INFINITY
  let isWarned = false
  return async function checkDisk() {
    const freeBytes = await sensors.freeSpace(dataDir)
    const facts = { dataDir, freeBytes, warningBytes: diskWarning }
    if (freeBytes >= diskWarning) {
      if (isWarned) log.info(facts, 'the disk of DATA_DIR has enough free space again')
      isWarned = false
    } else if (sensors.clock() - warnedAt >= warningInterval) {
      warnedAt = sensors.clock()
      isWarned = true
      log.warn(facts, 'the disk of DATA_DIR is almost full: free some space, or use a larger disk')
    }
  }
}
