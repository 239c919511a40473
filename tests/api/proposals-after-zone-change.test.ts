import { beforeEach, describe, expect, test } from 'vitest'
import { getNews } from '../../contract/news.ts'
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
  type Slot,
  withdrawFrom,
} from '../runtime/slots.ts'

const app = await startApp()
let masjid: TestAccount
let otherMasjid: TestAccount
let khateeb: TestAccount

beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  otherMasjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
})

/** Clears the outbox, and changes the masjid's time zone. 13:00 in Menominee is 14:00 in Detroit. */
async function moveToMenominee() {
  await app.database.db.deleteFrom('letters').execute()
  await masjid.client.call(updateMasjid, { uid: 'me', timeZone: 'America/Menominee' })
}

const changeBack = () => masjid.client.call(updateMasjid, { uid: 'me', timeZone: 'America/Detroit' })

const sendAndReadTexts = async () =>
  (await sendAndCollectLetters(app.database)).flatMap(({ to, text }) => (to === khateeb.email ? [text] : []))

const letters = async () => (await listQueuedLetters(app.database)).toSorted()

test('a time zone change closes the confirmed khateeb’s proposals at other masjids for the new hour of his khutbah, and both sides get news', async () => {
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00'))
  await requestSlot(khateeb, await postSlot(otherMasjid, '14:00'))
  await requestSlot(khateeb, await postSlot(otherMasjid, '15:00'))
  await moveToMenominee()
  expect(await otherMasjid.client.call(getMasjid, { uid: 'me' })).toMatchObject({
    requests: [{ khutbahTime: '15:00' }],
  })
  expect(await letters()).toEqual(
    [`khateeb_booked_elsewhere to ${otherMasjid.email}`, `masjid_moved to ${khateeb.email}`].toSorted(),
  )
  expect(await queuedLetters(app.database, khateeb.email, 'masjid_moved')).toMatchObject([
    { closed: [{ direction: 'request', otherSide: otherMasjid.name, date: friday, time: '14:00' }] },
  ])
  expect(await invariantViolations(app.database)).toEqual([])
})

describe('news that a changed time zone closed a proposal', () => {
  let slot: Slot
  beforeEach(async () => {
    slot = await postSlot(masjid, '13:00')
    await confirmKhateeb(masjid, khateeb, slot)
    await requestSlot(khateeb, await postSlot(otherMasjid, '14:00'))
  })

  test.each([
    ['the masjid has changed its time zone back', changeBack],
    ['the khateeb has withdrawn', () => withdrawFrom(khateeb, slot)],
  ])('lists only the closed proposal if %s before the letter is sent', async (_, endMove) => {
    await moveToMenominee()
    await endMove()
    const text = (await sendAndReadTexts()).find((it) => it.includes('this closed some of your invites'))
    expect(text).toContain(`Your request to ${otherMasjid.name} for`)
    expect(text).not.toMatch(/You are confirmed|Old time zone/u)
  })

  test('lists the closed proposal even in a digest', async () => {
    await confirmKhateeb(otherMasjid, khateeb, await postSlot(otherMasjid, '17:00'))
    await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '16:00'))
    await moveToMenominee()
    await changeBack()
    const listed = expect.stringContaining(`Also: Your request to ${otherMasjid.name} for`)
    expect(await sendAndReadTexts()).toContainEqual(listed)
  })

  test('has the number of closed proposals', async () => {
    await moveToMenominee()
    const [news] = await khateeb.client.call(getNews, {})
    expect(news).toMatchObject({ kind: 'masjid_moved', closedCount: 1 })
  })
})

test('a masjid’s time zone change closes a khateeb’s proposal for a slot of this masjid if he is confirmed elsewhere at the slot’s new hour', async () => {
  await confirmKhateeb(otherMasjid, khateeb, await postSlot(otherMasjid, '14:00'))
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '13:00'))
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '15:00'))
  await moveToMenominee()
  expect((await khateeb.client.call(getUser, { uid: 'me' })).invites).toMatchObject([
    { khutbahTime: '15:00' },
  ])
  const [closing] = await queuedLetters(app.database, khateeb.email, 'proposal_closed_by_move')
  expect(closing).toMatchObject({ direction: 'invite', occasion: { time: '13:00' } })
  expect(closing).not.toHaveProperty('from')
  expect(await queuedLetters(app.database, khateeb.email, 'masjid_moved')).toMatchObject([
    { slots: [{ time: '15:00' }] },
  ])
  expect(await invariantViolations(app.database)).toEqual([])
})
