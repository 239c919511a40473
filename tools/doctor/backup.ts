import type { Check } from './check.ts'
import { findingsOf } from './finding.ts'

const { ok, warning } = findingsOf('backup')

const hour = 60 * 60_000

/** Milliseconds: a backup each night, with time for a slow one. */
const oldFrom = 26 * hour

/** The last backup of this database is not older than a day. */
export const checkBackup: Check = async ({ look }) => {
  const row = await look((tx) => tx.selectFrom('upkeep').select('last_backup_at').executeTakeFirst())
  const madeAt = row?.last_backup_at ?? null
  if (madeAt === null) {
    return [
      warning('This database was never backed up: run npm run backup, and let a timer do so each night.'),
    ]
  }
  const age = Date.now() - madeAt.getTime()
  const hours = `The last backup is ${Math.round(age / hour)} hours old`
  if (age <= oldFrom) return [ok(`${hours}.`)]
  return [warning(`${hours}: find out why npm run backup did not run in the last night.`)]
}
