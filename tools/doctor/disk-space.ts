import { freeSpace } from '../../server/disk-space.ts'
import type { Check } from './check.ts'
import { findingsOf } from './finding.ts'

const { ok, warning, wrong } = findingsOf('disk')

const megabyte = 1_048_576

/** Bytes: three segments of PostgreSQL's write-ahead log, which has to begin a new one every now and then. */
const almostNothing = 48 * megabyte

/** The file system of DATA_DIR has free space. */
export const checkDiskSpace: Check = async ({ config: { dataDir, diskWarning } }) => {
  const free = await freeSpace(dataDir)
  const has = `The disk of ${dataDir} has ${Math.floor(free / megabyte)} MB free`
  if (free < almostNothing) return [wrong(`${has}: free some space now, or changes will be refused.`)]
  if (free < diskWarning) {
    return [
      warning(
        `${has}, less than DISK_WARNING (${diskWarning / megabyte} MB): free some space, or use a larger disk.`,
      ),
    ]
  }
  return [ok(`${has}.`)]
}
