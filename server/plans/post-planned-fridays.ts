import { sql } from 'kysely'
import { type Database, databaseNow, type Tx } from '../database/database.ts'
import { judgePosts } from './judge-posts.ts'
import { postPlannedSlots } from './post-planned.ts'
import { planningMasjid, storedPlan } from './stored-plan.ts'

/** Maximum number of masjids for which one run posts. The next run, a minute later, continues. */
const masjidsPerRun = 200

/**
 * Posts the due Fridays of the masjids' weekly plans, in one transaction for each masjid. Leaves out Fridays that passed during an outage.
 * Skips a masjid that another process has locked. If posting for a masjid fails, continues with the others, then throws the first error.
 */
export async function postPlannedFridays(database: Database): Promise<void> {
  await forgetPastDates(database)
  const failed: { readonly masjidUid: string; readonly error: unknown }[] = []
  for (let count = 0; count < masjidsPerRun; count += 1) {
    let masjidUid: string | undefined
    try {
      await database.transaction(async (tx) => {
        masjidUid = await lockNextMasjid(
          tx,
          failed.map((it) => it.masjidUid),
        )
        if (masjidUid !== undefined) await postDueFridays(tx, masjidUid)
      })
    } catch (error) {
      if (masjidUid === undefined) throw error
      failed.push({ masjidUid, error })
    }
    if (masjidUid === undefined) break
  }
  if (failed[0] !== undefined) throw failed[0].error
}

async function lockNextMasjid(tx: Tx, except: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ uid: string }>`
    select m.uid from plans p join masjids m on m.uid = p.masjid_uid
    where not m.hidden and m.uid <> all(${except}::uuid[])
      and p.posted_through - 7 * p.weeks_ahead < (${databaseNow} at time zone m.time_zone)::date - 7
      -- The previous condition depends on the masjid's time zone, so it cannot use the index plans_due. This one can. It is true for all
      -- plans for which the previous one is true, because no place has a later date than UTC+14.
      and p.posted_through - 7 * p.weeks_ahead < (${databaseNow} at time zone 'UTC' + interval '14 hours')::date - 7
    order by p.posted_through - 7 * p.weeks_ahead limit 1 for no key update of m skip locked`.execute(tx)
  return rows[0]?.uid
}

/**
 * Posts the due Fridays of a masjid. Reads the plan after the lock, because meanwhile a member may have changed it, or another process may
 * have posted the Fridays.
 */
async function postDueFridays(tx: Tx, masjidUid: string): Promise<void> {
  const plan = await storedPlan(tx, masjidUid)
  if (plan === null) return
  const masjid = await planningMasjid(tx, masjidUid).executeTakeFirstOrThrow()
  await postPlannedSlots(tx, masjid, plan, await judgePosts(tx, masjid, plan), { role: 'minbar' })
}

/**
 * Deletes the records of posted services on past dates. A date ends last in American Samoa, 11 hours after UTC. Needs no lock: the date of
 * a record never changes, even if the slot is moved, and saving or posting a plan uses only the records of dates from today on.
 */
async function forgetPastDates({ db }: Database): Promise<void> {
  const today = sql<string>`((${databaseNow} - interval '11 hours') at time zone 'UTC')::date`
  await db.deleteFrom('planned_slots').where('date', '<', today).execute()
}
