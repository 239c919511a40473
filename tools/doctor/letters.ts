import { sql } from 'kysely'
import type { Tx } from '../../server/database/database.ts'
import { countHeldSinceRestore } from '../../server/letters/restore-hold.ts'
import { type Check, failed, ok, warning } from './check.ts'

/**
 * The minutes for which a letter may be due before the doctor reports an error. Servers look for due letters every second, and a lease on a
 * letter lasts 45 seconds.
 */
const overdueMinutes = 15

/** The doctor warns if a letter could not be sent for more than this many minutes. */
const lateMinutes = 60

interface Outbox {
  readonly waiting: number
  /** The minutes for which the most overdue letter has been due. */
  readonly due: number
  /** The age in minutes of the oldest letter that waits for a retry. */
  readonly late: number
  /** The number of letters that were given up in the last week. */
  readonly givenUp: number
}

/** Checks that letters are being sent. */
export const checkLetters: Check = async ({ readDatabase }) => {
  const held = await readDatabase(countHeldSinceRestore)
  if (held > 0) {
    return warning(
      `Letters are held since a restore (${held}): see npm run admin -- held-letters, then release or drop them.`,
    )
  }
  const { waiting, due, late, givenUp } = await readDatabase(outbox)
  const facts = `${waiting} waiting, ${givenUp} given up in the last week`
  if (due > overdueMinutes) {
    return failed(
      `A letter has been due for ${Math.floor(due)} minutes (${facts}): start Minbar, which sends letters.`,
    )
  }
  if (late > lateMinutes) {
    return warning(
      `A letter has been undeliverable for ${Math.floor(late)} minutes (${facts}): see the mail check here, and last_error in the table letters.`,
    )
  }
  if (givenUp > 0) {
    return warning(`Some letters could not be delivered (${facts}): see last_error in the table letters.`)
  }
  return ok(`Letters are being sent (${facts}).`)
}

async function outbox(tx: Tx): Promise<Outbox> {
  const { rows } = await sql<Outbox>`
    select count(*) filter (where waits)::int as waiting,
      coalesce(max(extract(epoch from minbar_now() - next_attempt_at)) filter (where waits), 0)::float8 / 60 as due,
      coalesce(max(extract(epoch from minbar_now() - created_at)) filter (where waits and attempts > 0), 0)::float8 / 60
        as late,
      count(*) filter (where failed_at > minbar_now() - interval '7 days')::int as "givenUp"
    from (select *, sent_at is null and failed_at is null and overtaken_at is null as waits from letters) letters`.execute(
    tx,
  )
  return rows[0] ?? { waiting: 0, due: 0, late: 0, givenUp: 0 }
}
