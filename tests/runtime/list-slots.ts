import type { Database } from '../../server/database/database.ts'

/** Returns the slots of a masjid that are not removed, soonest first, as `date time`. */
export async function listSlots({ db }: Database, { uid }: { readonly uid: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('slots')
    .where('masjid_uid', '=', uid)
    .where('removed_at', 'is', null)
    .orderBy('starts_at')
    .select(['date', 'time'])
    .execute()
  return rows.map(({ date, time }) => `${date} ${time.slice(0, 5)}`)
}
