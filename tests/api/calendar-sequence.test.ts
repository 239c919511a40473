import { expect } from 'vitest'
import { deleteAccount, exportData } from '../../contract/identity.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { startApp } from '../runtime/app.ts'
import { password } from '../runtime/people.ts'
import { confirmKhateeb, requestSlot, type Slot, withdrawFrom } from '../runtime/slots.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'

const app = await startApp()
const test = testWithPeople(app)

/** Reads the iCalendar sequence and update time of a masjid's slots or assignments. */
async function versions(table: 'slots' | 'assignments', masjidUid: string) {
  return app.database.db
    .selectFrom(table)
    .where('masjid_uid', '=', masjidUid)
    .orderBy('id')
    .select(['sequence', 'updated_at'])
    .execute()
}

async function sequences({ masjidUid }: Slot): Promise<{ slot: number; assignment: number | undefined }> {
  const [slot] = await versions('slots', masjidUid)
  const [assignment] = await versions('assignments', masjidUid)
  return { slot: slot?.sequence ?? -1, assignment: assignment?.sequence }
}

test('a slot and its assignment start at sequence 0', async ({ masjid, khateeb, slot }) => {
  await confirmKhateeb(masjid, khateeb, slot)
  expect(await sequences(slot)).toEqual({ slot: 0, assignment: 0 })
})

test('a withdrawal raises the assignment’s sequence once, even if the call is repeated', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await withdrawFrom(khateeb, slot, 'Ill')
  await withdrawFrom(khateeb, slot, 'Ill')
  expect(await sequences(slot)).toEqual({ slot: 0, assignment: 1 })
})

test('removing a slot raises the sequences of slot and assignment', async ({ masjid, khateeb, slot }) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await masjid.client.call(removeSlot, slot)
  expect(await sequences(slot)).toEqual({ slot: 1, assignment: 1 })
})

test('a new time zone raises the sequences of slot and assignment, and updates the slot’s updated_at', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  const [before] = await versions('slots', masjid.uid)
  await masjid.client.call(updateMasjid, { uid: 'me', timeZone: 'America/Menominee' })
  expect(await sequences(slot)).toEqual({ slot: 1, assignment: 1 })
  const [after] = await versions('slots', masjid.uid)
  expect(after?.updated_at.getTime()).toBeGreaterThan(before?.updated_at.getTime() ?? Number.NaN)
})

test('a request does not raise the slot’s sequence', async ({ khateeb, slot }) => {
  await requestSlot(khateeb, slot)
  expect(await sequences(slot)).toEqual({ slot: 0, assignment: undefined })
})

test('an assignment stores the id of its proposal', async ({ masjid, khateeb, slot }) => {
  await confirmKhateeb(masjid, khateeb, slot)
  const { proposal_id } = await app.database.db
    .selectFrom('assignments')
    .where('khateeb_uid', '=', khateeb.uid)
    .select('proposal_id')
    .executeTakeFirstOrThrow()
  const proposals = app.database.db.selectFrom('proposals').where('khateeb_uid', '=', khateeb.uid)
  expect(await proposals.select('id').execute()).toEqual([{ id: proposal_id }])
})

test('the reason for a withdrawal is in the khateeb’s export, and deleted with his account', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  const reason = 'My daughter is being born.'
  await withdrawFrom(khateeb, slot, reason)
  expect(await khateeb.client.call(exportData, {})).toMatchObject({
    assignments: [{ withdrawalReason: reason }],
  })
  await khateeb.client.call(deleteAccount, { password })
  const kept = app.database.db.selectFrom('assignments').where('khateeb_uid', '=', khateeb.uid)
  expect(await kept.select('withdrawal_reason').execute()).toEqual([{ withdrawal_reason: null }])
})
