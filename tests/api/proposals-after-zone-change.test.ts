import { beforeEach, expect, test } from 'vitest'
import { getMasjid, getUser, updateMasjid } from '../../contract/own-records.ts'
import { invariantViolations } from '../postgres/invariants.ts'
import { startApp } from '../runtime/app.ts'
import { sendAndCollectLetters } from '../runtime/collect-letters.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { queuedLetters } from '../runtime/queued-letters.ts'
import {
  confirmKhateeb,
  friday,
  inviteKhateeb,
  listQueuedLetters,
  postSlot,
  requestSlot,
} from '../runtime/slots.ts'

const app = await startApp()
let masjid: TestAccount
let elsewhere: TestAccount
let khateeb: TestAccount

beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  elsewhere = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
})

/** Clears the outbox, and changes the masjid's time zone. 13:00 in Menominee is 14:00 in Detroit. */
async function moveToMenominee() {
  await app.database.reader.deleteFrom('letters').execute()
  await masjid.client.call(updateMasjid, { uid: 'me', timeZone: 'America/Menominee' })
}

const letters = async () => (await listQueuedLetters(app.database)).toSorted()

test('a time zone change closes the confirmed khateeb’s proposals elsewhere for that hour, and both sides get news', async () => {
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00'))
  await requestSlot(khateeb, await postSlot(elsewhere, '14:00'))
  await requestSlot(khateeb, await postSlot(elsewhere, '15:00'))
  await moveToMenominee()
  expect(await elsewhere.client.call(getMasjid, { uid: 'me' })).toMatchObject({
    requests: [{ khutbahTime: '15:00' }],
  })
  expect(await letters()).toEqual(
    [`khateeb_booked_elsewhere to ${elsewhere.email}`, `masjid_moved to ${khateeb.email}`].toSorted(),
  )
  expect(await queuedLetters(app.database, khateeb.email, 'masjid_moved')).toMatchObject([
    { closed: [{ direction: 'request', otherSide: elsewhere.name, date: friday, time: '14:00' }] },
  ])
  expect(await invariantViolations(app.database)).toEqual([])
})

test('if the masjid changes its time zone back before the letter is sent, the letter only lists the closed proposals', async () => {
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00'))
  await requestSlot(khateeb, await postSlot(elsewhere, '14:00'))
  await moveToMenominee()
  await masjid.client.call(updateMasjid, { uid: 'me', timeZone: 'America/Detroit' })
  const letters = await sendAndCollectLetters(app.database)
  const [first, second] = letters.filter(({ to }) => to === khateeb.email)
  expect(first?.subject).toBe(`What was closed when ${masjid.name} changed its time zone`)
  expect(first?.text).toContain(`Your request to ${elsewhere.name} for`)
  expect(first?.text).not.toMatch(/You are confirmed|Old time zone/u)
  // The letter about the change back.
  expect(second?.text).toContain('New time zone: Eastern Standard Time (Detroit)')
})

test('a time zone change closes proposals for the masjid’s slots whose khateeb is confirmed elsewhere at the new hour', async () => {
  await confirmKhateeb(elsewhere, khateeb, await postSlot(elsewhere, '14:00'))
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '13:00'))
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '15:00'))
  await moveToMenominee()
  expect((await khateeb.client.call(getUser, { uid: 'me' })).invites).toMatchObject([
    { khutbahTime: '15:00' },
  ])
  // The old start on the clock of the new zone.
  expect(await queuedLetters(app.database, khateeb.email, 'proposal_closed_by_move')).toMatchObject([
    { direction: 'invite', occasion: { time: '13:00' }, from: { date: friday, time: '12:00' } },
  ])
  expect(await queuedLetters(app.database, khateeb.email, 'masjid_moved')).toMatchObject([
    { slots: [{ time: '15:00' }] },
  ])
  expect(await invariantViolations(app.database)).toEqual([])
})
