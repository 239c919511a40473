import { expect, test } from 'vitest'
import { updateMasjid } from '../../contract/directory.ts'
import { deleteAccount, exportData } from '../../contract/identity.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { requestToLead, withdrawKhateeb } from '../../contract/proposals.ts'
import { startApp } from '../runtime/app.ts'
import { newKhateeb, newMasjid, password } from '../runtime/people.ts'
import { approveKhateeb, postSlot, requestSlot, type Slot } from '../runtime/slots.ts'

const app = await startApp()

/** The iCalendar version fields of a masjid's slots or assignments. */
async function versions(table: 'slots' | 'assignments', masjidUid: string) {
  return app.database.reader
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

async function confirmed() {
  const [masjid, khateeb] = [await newMasjid(app.baseUrl), await newKhateeb(app.baseUrl)]
  const slot = await postSlot(masjid)
  await requestSlot(khateeb, slot)
  await approveKhateeb(masjid, khateeb, slot)
  return { masjid, khateeb, slot }
}

test('a slot and its assignment start at sequence 0', async () => {
  const { slot } = await confirmed()
  expect(await sequences(slot)).toEqual({ slot: 0, assignment: 0 })
})

test('a withdrawal raises the sequence of the assignment once, also when repeated', async () => {
  const { khateeb, slot } = await confirmed()
  await khateeb.client.call(withdrawKhateeb, { khateebUid: 'me', ...slot, reason: 'Ill' })
  await khateeb.client.call(withdrawKhateeb, { khateebUid: 'me', ...slot, reason: 'Ill' })
  expect(await sequences(slot)).toEqual({ slot: 0, assignment: 1 })
})

test('removing a slot raises the sequences of slot and assignment', async () => {
  const { masjid, slot } = await confirmed()
  await masjid.client.call(removeSlot, slot)
  expect(await sequences(slot)).toEqual({ slot: 1, assignment: 1 })
})

test('a new time zone raises the sequences of slot and assignment, and updates updated_at', async () => {
  const { masjid, slot } = await confirmed()
  const [before] = await versions('slots', masjid.uid)
  await masjid.client.call(updateMasjid, { uid: 'me', timeZone: 'America/Menominee' })
  expect(await sequences(slot)).toEqual({ slot: 1, assignment: 1 })
  const [after] = await versions('slots', masjid.uid)
  expect(after?.updated_at.getTime()).toBeGreaterThan(before?.updated_at.getTime() ?? Number.NaN)
})

test('a request does not raise the sequence', async () => {
  const masjid = await newMasjid(app.baseUrl)
  const khateeb = await newKhateeb(app.baseUrl)
  const slot = await postSlot(masjid)
  await khateeb.client.call(requestToLead, { khateebId: 'me', ...slot })
  expect(await sequences(slot)).toEqual({ slot: 0, assignment: undefined })
})

test('an assignment has the id of its proposal', async () => {
  const { khateeb } = await confirmed()
  const { proposal_id } = await app.database.reader
    .selectFrom('assignments')
    .where('khateeb_uid', '=', khateeb.uid)
    .select('proposal_id')
    .executeTakeFirstOrThrow()
  const proposals = app.database.reader.selectFrom('proposals').where('khateeb_uid', '=', khateeb.uid)
  expect(await proposals.select('id').execute()).toEqual([{ id: proposal_id }])
})

test('the reason for a withdrawal is in the khateeb’s export, and deleted with his account', async () => {
  const { khateeb, slot } = await confirmed()
  const reason = 'My daughter is being born.'
  await khateeb.client.call(withdrawKhateeb, { khateebUid: 'me', ...slot, reason })
  expect(await khateeb.client.call(exportData, {})).toMatchObject({
    assignments: [{ withdrawalReason: reason }],
  })
  await khateeb.client.call(deleteAccount, { password })
  const kept = app.database.reader.selectFrom('assignments').where('khateeb_uid', '=', khateeb.uid)
  expect(await kept.select('withdrawal_reason').execute()).toEqual([{ withdrawal_reason: null }])
})
