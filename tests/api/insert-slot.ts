import { type Insertable, sql } from 'kysely'
import { instantOf } from '../../domain/khutbahs/wall-clock.ts'
import type { Database } from '../../server/database/database.ts'
import type { Tables } from '../../server/database/tables.ts'
import { friday } from '../runtime/slots.ts'

/** Inserts a masjid's slot on `friday`. Returns its `slot_id` and `starts_at`. Both are also columns of an assignment. */
export async function insertSlot({ db }: Database, masjid_uid: string, time: string) {
  const starts_at = instantOf(friday, time, 'America/Detroit')
  if (starts_at === null) throw new Error(`${friday} ${time} does not exist`)
  return db
    .insertInto('slots')
    .values({ masjid_uid, date: friday, time, starts_at })
    .returning(['id as slot_id', 'starts_at'])
    .executeTakeFirstOrThrow()
}

/** Inserts upcoming slots of a masjid in Michigan, ten on each date, from half a year after `now` on. */
export async function insertUpcomingSlots(
  { db }: Database,
  masjidUid: string,
  { count, now }: { readonly count: number; readonly now: string },
): Promise<void> {
  await sql`
    insert into slots (masjid_uid, date, time, starts_at)
    select ${masjidUid}, start::date, start::time, start at time zone 'America/Detroit'
    from generate_series(0, ${count}::int - 1) n,
      lateral (select ${now}::date + 180 + n / 10 + make_interval(hours => 8 + n % 10) as start) s`.execute(
    db,
  )
}

/**
 * Makes a slot's assignment await reconfirmation: moves the slot to another start, records that the khateeb agrees to this start, and moves
 * the slot back. At each move, a trigger of the database sets `agreed_starts_at` and `awaits_reconfirmation` of the assignment.
 */
export async function requireReconfirmation(
  { db }: Database,
  { slot_id, starts_at }: { readonly slot_id: string; readonly starts_at: Date },
): Promise<void> {
  const slot = db.updateTable('slots').where('id', '=', slot_id)
  await slot.set({ starts_at: new Date(starts_at.getTime() - 60 * 60_000) }).execute()
  await db
    .updateTable('assignments')
    // Null means that the khateeb has agreed to the slot's current start.
    .set({ agreed_starts_at: null, awaits_reconfirmation: false })
    .where('slot_id', '=', slot_id)
    .execute()
  await slot.set({ starts_at }).execute()
}

/** Inserts an assignment without a proposal. Returns its id. */
export async function insertAssignment(
  { db }: Database,
  assignment: Omit<Insertable<Tables['assignments']>, 'proposal_id'>,
): Promise<string> {
  const inserting = db.insertInto('assignments').values({ ...assignment, proposal_id: null })
  return (await inserting.returning('id').executeTakeFirstOrThrow()).id
}

/** Inserts a pending proposal. Returns its id. */
export async function insertProposal(
  { db }: Database,
  proposal: Insertable<Tables['proposals']>,
): Promise<string> {
  const inserting = db.insertInto('proposals').values(proposal)
  return (await inserting.returning('id').executeTakeFirstOrThrow()).id
}
