import type { Check } from './check.ts'
import { findingsOf } from './finding.ts'

const { ok, warning, wrong } = findingsOf('backup')

const hour = 60 * 60_000

/** Milliseconds: a backup each night, with time for a slow one. */
const oldFrom = 26 * hour

/** Milliseconds: so old that somebody has to be told before the clean-up deletes the last file, after 30 days. */
const tooOldFrom = 3 * 24 * hour

/** The last backup of this database is not older than a day. */
export const checkBackup: Check = async ({ readDatabase }) => {
  const { madeAt, usedSince } = await readDatabase(async (tx) => {
    const row = await tx.selectFrom('upkeep').select('last_backup_at').executeTakeFirst()
    const first = await tx.selectFrom('audit').orderBy('id').select('happened_at').executeTakeFirst()
    return { madeAt: row?.last_backup_at ?? null, usedSince: first?.happened_at ?? new Date() }
  })
  const age = Date.now() - (madeAt ?? usedSince).getTime()
  const verdict = age > tooOldFrom ? wrong : warning
  if (madeAt === null) {
    return [
      verdict('This database was never backed up: run npm run backup, and let a timer do so each night.'),
    ]
  }
  const hours = `The last backup is ${Math.round(age / hour)} hours old`
  if (age <= oldFrom) return [ok(`${hours}.`)]
  return [verdict(`${hours}: find out why npm run backup did not run in the last night.`)]
}
