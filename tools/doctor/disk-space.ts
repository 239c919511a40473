import { freeSpace } from '../../server/disk-space.ts'
import { type Check, failed, ok, warning } from './check.ts'

const megabyte = 1_048_576

/** The least free space in bytes. PostgreSQL needs space for new segments of its write-ahead log; this is three segments. */
const minFreeBytes = 48 * megabyte

/** Checks that the file system of DATA_DIR has free space. */
export const checkDiskSpace: Check = async ({ config: { dataDir, diskWarning } }) => {
  const free = await freeSpace(dataDir)
  const has = `The disk of ${dataDir} has ${Math.floor(free / megabyte)} MB free`
  if (free < minFreeBytes) return failed(`${has}: free some space now, or changes will be refused.`)
  if (free < diskWarning) {
    return warning(
      `${has}, less than DISK_WARNING (${diskWarning / megabyte} MB): free some space, or use a larger disk.`,
    )
  }
  return ok(`${has}.`)
}
