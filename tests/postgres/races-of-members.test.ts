import { expect, test } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { addMember } from '../runtime/add-member.ts'
import { openDatabase, openTestDatabase } from '../runtime/database.ts'
import { insertMasjid } from '../runtime/insert-people.ts'
import { waitForLockConflict } from '../runtime/wait-for-lock-conflict.ts'

const { database, url } = await openTestDatabase()
/** Connections of a second process. */
const other = openDatabase(url, 2)

/** Removes an owner. Gives the constraint that refused it; undefined if the owner was removed. */
async function removeOwner({ reader }: Database, personId: string): Promise<unknown> {
  const removed = reader.deleteFrom('memberships').where('person_id', '=', personId).execute()
  return removed.then(
    () => undefined,
    (error: unknown) => (error instanceof Error && 'constraint' in error ? error.constraint : error),
  )
}

test('of two owners who remove each other at once, one stays', async () => {
  const masjid = await insertMasjid(database)
  const second = await addMember(database.reader, masjid.uid, 'owner')
  const late = await database.transaction(async (tx) => {
    await tx.deleteFrom('memberships').where('person_id', '=', second).execute()
    const removal = removeOwner(other, masjid.personId)
    await waitForLockConflict(tx, removal)
    return { removal }
  })
  expect(await late.removal).toBe('masjid_keeps_an_owner')
  const owners = database.reader.selectFrom('memberships').where('party_uid', '=', masjid.uid)
  expect(await owners.select('person_id').execute()).toEqual([{ person_id: masjid.personId }])
})
