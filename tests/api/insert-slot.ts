import type { Insertable } from 'kysely'
import { instantOf } from '../../domain/khutbahs/wall-clock.ts'
import type { Database } from '../../server/database/database.ts'
import type { Tables } from '../../server/database/tables.ts'
import { friday } from '../runtime/slots.ts'

/** Inserts a masjid's slot on `friday`. Returns its `slot_id` and `starts_at`, which are also columns of an assignment. */
export async function insertSlot({ reader }: Database, masjid_uid: string, time: string) {
  const starts_at = instantOf(friday, time, 'America/Detroit')
  if (starts_at === null) throw new Error(`${friday} ${time} does not exist`)
  return reader
    .insertInto('slots')
    .values({ masjid_uid, date: friday, time, starts_at })
    .returning(['id as slot_id', 'starts_at'])
    .executeTakeFirstOrThrow()
}

/** Inserts an assignment that no proposal led to. Returns its id. */
export async function insertAssignment(
  { reader }: Database,
  assignment: Omit<Insertable<Tables['assignments']>, 'proposal_id'>,
): Promise<string> {
  const inserting = reader.insertInto('assignments').values({ ...assignment, proposal_id: null })
  return (await inserting.returning('id').executeTakeFirstOrThrow()).id
}

/** Inserts a pending proposal. Returns its id. */
export async function insertProposal(
  { reader }: Database,
  proposal: Insertable<Tables['proposals']>,
): Promise<string> {
  const inserting = reader.insertInto('proposals').values(proposal)
  return (await inserting.returning('id').executeTakeFirstOrThrow()).id
}
