import { type Check, failed, ok, warning } from './check.ts'

const hour = 60 * 60_000

/** The milliseconds since the last backup after which the doctor warns: a day between nightly backups, and two hours for a slow one. */
const warningAge = 26 * hour

/**
 * The milliseconds since the last backup after which the doctor reports an error. This is long before deploy/systemd deletes the last
 * backup file after 30 days.
 */
const errorAge = 3 * 24 * hour

/** Checks that the last backup of this database is at most 26 hours old, and not in the future. */
export const checkBackup: Check = async ({ readDatabase }) => {
  const { madeAt, usedSince } = await readDatabase(async (tx) => {
    const row = await tx.selectFrom('upkeep').select('last_backup_at').executeTakeFirst()
    const first = await tx.selectFrom('audit').orderBy('id').select('happened_at').executeTakeFirst()
    return { madeAt: row?.last_backup_at ?? null, usedSince: first?.happened_at ?? new Date() }
  })
  const age = Date.now() - (madeAt ?? usedSince).getTime()
  const verdict = age > errorAge ? failed : warning
  if (madeAt === null) {
    return verdict(
      'This database was never backed up: run npm run backup, and set up a timer that runs it each night.',
    )
  }
  const hoursOld = Math.round(age / hour)
  // A time less than half an hour in the future is rounded to 0. Another check reports such a difference between clocks.
  if (hoursOld < 0) {
    return failed(
      `The last backup has a time in the future (${madeAt.toISOString()}), so its age is unknown: correct the clock, and run npm run backup.`,
    )
  }
  const hours = `The last backup is ${hoursOld} hours old`
  if (age <= warningAge) return ok(`${hours}.`)
  return verdict(`${hours}: find out why npm run backup did not run last night.`)
}
