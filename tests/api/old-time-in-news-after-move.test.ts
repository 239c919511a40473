import { beforeEach, describe, expect, test } from 'vitest'
import { reconfirmKhateeb } from '../../contract/assignments.ts'
import { deleteAccount } from '../../contract/identity.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { getNews } from '../../contract/news.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { startApp } from '../runtime/app.ts'
import { sendAndCollectLetters, sendAndCollectLettersTo } from '../runtime/collect-letters.ts'
import { dayAndDate } from '../runtime/format-dates.ts'
import { newKhateeb, password, type TestAccount } from '../runtime/people.ts'
import {
  approveKhateeb,
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  moveSlotTo,
  postSlot,
  rejectKhateeb,
  removeKhateebFrom,
  requestSlot,
  revokeInviteOf,
  type Slot,
  slotSeenBy,
} from '../runtime/slots.ts'
import { setUpConfirmedSlot } from './confirmed-slot.ts'

const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot

beforeEach(async () => {
  ;({ masjid, khateeb, slot } = await setUpConfirmedSlot(app))
})

test('news of a moved slot shows the old time in the old time zone if the masjid’s time zone changes before the letter is sent', async () => {
  const { startsAt } = await slotSeenBy(masjid, slot)
  await moveSlotTo(masjid, slot, '14:00')
  await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
  const news = (await khateeb.client.call(getNews, {})).find(({ kind }) => kind === 'slot_moved')
  expect(news).toMatchObject({
    timeZone: 'America/Chicago',
    movedFrom: { date: friday, time: '13:00', timeZone: 'America/Detroit', startsAt },
  })
  const letters = await sendAndCollectLetters(app.database)
  const letter = letters.find(({ to, kind }) => to === khateeb.email && kind === 'slot_moved')
  expect(letter?.text).toContain(`Old time: ${dayAndDate(friday)} at 1:00 PM (Eastern Standard Time)`)
  expect(letter?.text).toContain(`New time: ${dayAndDate(friday)} at 2:00 PM (Central Standard Time)`)
})

describe('a khateeb who has not confirmed the new time of a moved slot', () => {
  let later: Slot
  beforeEach(async () => {
    later = { ...slot, khutbahDate: fridayAfter(1), khutbahTime: '15:00' }
    await moveSlotTo(masjid, slot, later.khutbahTime, later.khutbahDate)
  })
  const agreed = { date: friday, time: '13:00' }
  const agreement = `You had agreed to give this khutbah on ${dayAndDate(friday)} at 1:00 PM`

  test.each<[string, () => Promise<unknown>]>([
    ['khateeb_removed', () => removeKhateebFrom(masjid, later)],
    ['slot_removed', () => masjid.client.call(removeSlot, later)],
    ['masjid_left', () => masjid.client.call(deleteAccount, { password })],
  ])('sees the time that he agreed to in the news %s', async (kind, end) => {
    await end()
    const [news] = await khateeb.client.call(getNews, {})
    expect(news).toMatchObject({ kind, khutbahDate: fridayAfter(1), movedFrom: agreed })
    const letters = await sendAndCollectLettersTo(app.database, khateeb)
    expect(letters.map((it) => it.kind)).toEqual([kind])
    expect(letters[0]?.text).toContain(agreement)
  })

  test('gets a letter without the time before the move if he confirms the new time and is then removed', async () => {
    const { slotId, startsAt } = await slotSeenBy(masjid, later)
    await khateeb.client.call(reconfirmKhateeb, { khateebUid: 'me', slotId, seenStart: startsAt })
    await removeKhateebFrom(masjid, later)
    const letters = await sendAndCollectLetters(app.database)
    expect(letters.find((it) => it.kind === 'khateeb_removed')?.text).not.toContain('You had agreed')
  })

  test('gets news and a letter with the agreed time as the old time if the slot moves again', async () => {
    await moveSlotTo(masjid, later, '17:00', fridayAfter(2))
    const letters = await sendAndCollectLettersTo(app.database, khateeb)
    expect(letters.map((it) => it.kind)).toEqual(['slot_moved'])
    expect(letters[0]?.text).toContain(`Old time: ${dayAndDate(friday)} at 1:00 PM`)
    expect(letters[0]?.text).toContain(`New time: ${dayAndDate(fridayAfter(2))} at 5:00 PM`)
    const [news] = await khateeb.client.call(getNews, {})
    expect(news).toMatchObject({ kind: 'slot_moved', khutbahDate: fridayAfter(2), movedFrom: agreed })
  })

  test('gets news with the slot’s last time as the old time if the slot moves back', async () => {
    await moveSlotTo(masjid, later, '13:00', friday)
    const [letter] = await sendAndCollectLetters(app.database)
    expect(letter?.text).toContain(`Old time: ${dayAndDate(fridayAfter(1))} at 3:00 PM`)
    expect(letter?.text).toContain(`New time: ${dayAndDate(friday)} at 1:00 PM`)
  })
})

describe('a khateeb who stays confirmed for a slot that has moved by a few minutes', () => {
  let nearby: Slot
  beforeEach(async () => {
    nearby = { ...slot, khutbahTime: '13:10' }
    await moveSlotTo(masjid, slot, nearby.khutbahTime)
  })
  const agreed = { date: friday, time: '13:00' }

  test.each<[string, () => Promise<unknown>]>([
    ['khateeb_removed', () => removeKhateebFrom(masjid, nearby)],
    ['slot_removed', () => masjid.client.call(removeSlot, nearby)],
  ])('sees the time that he agreed to in the news %s', async (kind, end) => {
    await end()
    expect(await khateeb.client.call(getNews, {})).toMatchObject([{ kind, movedFrom: agreed }])
    const letters = await sendAndCollectLettersTo(app.database, khateeb)
    expect(letters.map((it) => it.kind)).toEqual([kind])
    expect(letters[0]?.text).toContain(
      `You had agreed to give this khutbah on ${dayAndDate(friday)} at 1:00 PM`,
    )
  })

  test.each([
    ['13:05', '1:05 PM'],
    ['15:00', '3:00 PM'],
  ])(
    'is told the time that he agreed to as the old time if the slot moves again, to %s',
    async (toTime, inLetter) => {
      await moveSlotTo(masjid, nearby, toTime)
      const letters = await sendAndCollectLettersTo(app.database, khateeb)
      expect(letters.map((it) => it.kind)).toEqual(['slot_moved'])
      expect(letters[0]?.text).toContain(`Old time: ${dayAndDate(friday)} at 1:00 PM`)
      expect(letters[0]?.text).toContain(`New time: ${dayAndDate(friday)} at ${inLetter}`)
    },
  )
})

describe.each([
  {
    direction: 'invite',
    propose: (asked: Slot) => inviteKhateeb(masjid, khateeb, asked),
    ending: 'invite_revoked',
    end: (asked: Slot) => revokeInviteOf(masjid, khateeb, asked),
    phrase: 'You had been invited to give',
  },
  {
    direction: 'request',
    propose: (asked: Slot) => requestSlot(khateeb, asked),
    ending: 'request_rejected',
    end: (asked: Slot) => rejectKhateeb(masjid, khateeb, asked),
    phrase: 'You had asked to give',
  },
])('a khateeb with a pending $direction for a slot that has moved', ({ propose, ending, end, phrase }) => {
  let once: Slot
  const first = { date: friday, time: '17:00' }
  beforeEach(async () => {
    const asked = await postSlot(masjid, first.time)
    await propose(asked)
    once = { ...asked, khutbahDate: fridayAfter(1) }
    await moveSlotTo(masjid, asked, first.time, once.khutbahDate)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['slot_removed', () => masjid.client.call(removeSlot, once)],
    ['masjid_left', () => masjid.client.call(deleteAccount, { password })],
    [ending, () => end(once)],
    ['rival_confirmed', async () => confirmKhateeb(masjid, await newKhateeb(app.baseUrl), once)],
  ])('sees the time before the move in the news %s', async (kind, act) => {
    await act()
    const news = (await khateeb.client.call(getNews, {})).filter((it) => it.khutbahTime === first.time)
    expect(news).toMatchObject([{ kind, khutbahDate: fridayAfter(1), movedFrom: first }])
    const [letter, ...others] = await sendAndCollectLettersTo(app.database, khateeb)
    expect(others).toEqual([])
    expect(letter?.text).toContain(`${phrase} this khutbah on ${dayAndDate(friday)} at 5:00 PM`)
  })

  test('gets news without an old start if the slot moves back and is then removed', async () => {
    await moveSlotTo(masjid, once, first.time, friday)
    await masjid.client.call(removeSlot, { ...once, khutbahDate: friday })
    const [news] = await khateeb.client.call(getNews, {})
    expect(news).toMatchObject({ kind: 'slot_removed', khutbahDate: friday, movedFrom: null })
  })

  test('gets news and a letter with the time before the first move as the old time if the slot moves again', async () => {
    await moveSlotTo(masjid, once, first.time, fridayAfter(2))
    const [news] = await khateeb.client.call(getNews, {})
    expect(news).toMatchObject({ kind: 'slot_moved', khutbahDate: fridayAfter(2), movedFrom: first })
    const letters = (await sendAndCollectLetters(app.database)).filter((it) => it.kind === 'slot_moved')
    expect(letters.map((it) => it.text.match(/Old time: .*/)?.[0])).toEqual([
      expect.stringContaining(`${dayAndDate(friday)} at 5:00 PM`),
    ])
  })

  test('gets news with the slot’s last time as the old time if the slot moves back', async () => {
    await moveSlotTo(masjid, once, first.time, friday)
    const [news] = await khateeb.client.call(getNews, {})
    expect(news).toMatchObject({ movedFrom: { date: fridayAfter(1), time: first.time } })
  })

  test('if the masjid’s time zone changes before a second move, gets news whose old time is the time after this change', async () => {
    await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
    const { startsAt } = await slotSeenBy(masjid, once)
    await moveSlotTo(masjid, once, '18:00')
    const [news] = await khateeb.client.call(getNews, {})
    const told = { date: once.khutbahDate, time: first.time, timeZone: 'America/Chicago', startsAt }
    expect(news).toMatchObject({ kind: 'slot_moved', movedFrom: told })
  })

  test('gets news with the time before the first move as the old time if a second move closes the proposal', async () => {
    await moveSlotTo(masjid, once, '13:30', friday)
    const [news] = await khateeb.client.call(getNews, {})
    expect(news).toMatchObject({ kind: 'proposal_closed_by_move', khutbahTime: '13:30', movedFrom: first })
  })
})

test('the letter to a khateeb whose request was approved after the slot had moved by a few minutes also has the time that he asked for', async () => {
  const asked = await postSlot(masjid, '17:00')
  await requestSlot(khateeb, asked)
  await moveSlotTo(masjid, asked, '17:10')
  await approveKhateeb(masjid, khateeb, { ...asked, khutbahTime: '17:10' })
  const letters = await sendAndCollectLettersTo(app.database, khateeb)
  expect(letters.map((it) => it.kind)).toEqual(['request_approved'])
  expect(letters[0]?.text).toContain('Time: 5:10 PM')
  expect(letters[0]?.text).toContain(`You had asked to give this khutbah on ${dayAndDate(friday)} at 5:00 PM`)
})
