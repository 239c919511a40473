import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '../../contract/identity.ts'
import { getNews } from '../../contract/news.ts'
import { startApp } from '../runtime/app.ts'
import { sendAndCollectLetters } from '../runtime/collect-letters.ts'
import { dayAndDate } from '../runtime/format-dates.ts'
import { listNewsKinds } from '../runtime/list-news-kinds.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../runtime/people.ts'
import { withPermanentSession } from '../runtime/session.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  moveSlotTo,
  postSlot,
  rejectInviteTo,
  rejectKhateeb,
  removeKhateebFrom,
  requestSlot,
  revokeInviteOf,
  revokeRequest,
  type Slot,
  slotSeenBy,
  withdrawFrom,
} from '../runtime/slots.ts'
import { setUpConfirmedSlot } from './confirmed-slot.ts'

const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot

beforeEach(async () => {
  ;({ masjid, khateeb, slot } = await setUpConfirmedSlot(app))
})

/** Returns the date, the time and the instant of the slot in each piece of the khateeb's news of this kind. */
async function startsOf(kind: string): Promise<readonly string[][]> {
  return (await khateeb.client.call(getNews, {}))
    .filter((it) => it.kind === kind)
    .map(({ khutbahDate, khutbahTime, startsAt }) => [khutbahDate, khutbahTime, startsAt])
}

describe('the news to a khateeb about the end of his part in a slot keeps the slot’s date and time, even if the slot moves afterwards:', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['khateeb_removed', () => removeKhateebFrom(masjid, slot)],
    [
      'invite_revoked',
      async () => {
        await withdrawFrom(khateeb, slot)
        await inviteKhateeb(masjid, khateeb, slot)
        await revokeInviteOf(masjid, khateeb, slot)
      },
    ],
    [
      'request_rejected',
      async () => {
        await withdrawFrom(khateeb, slot)
        await requestSlot(khateeb, slot)
        await rejectKhateeb(masjid, khateeb, slot)
      },
    ],
    [
      'rival_confirmed',
      async () => {
        await withdrawFrom(khateeb, slot)
        await requestSlot(khateeb, slot)
        await confirmKhateeb(masjid, await newKhateeb(app.baseUrl), slot)
      },
    ],
  ])('%s', async (kind, end) => {
    const { startsAt } = await slotSeenBy(masjid, slot)
    await end()
    await moveSlotTo(masjid, slot, '15:00', fridayAfter(1))
    expect(await startsOf(kind)).toEqual([[friday, '13:00', startsAt]])
    const letters = await sendAndCollectLetters(app.database)
    const letter = letters.find((it) => it.to === khateeb.email && it.kind === kind)
    expect(letter?.text).toContain('Time: 1:00 PM')
    expect(letter?.text).not.toContain('3:00 PM')
  })
})

describe('the news to a masjid about the end of a khateeb’s part in a slot keeps the slot’s date and time, even if the slot moves afterwards:', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['khateeb_withdrew', () => withdrawFrom(khateeb, slot)],
    ['khateeb_left', () => khateeb.client.call(deleteAccount, { password })],
    [
      'invite_rejected',
      async () => {
        await removeKhateebFrom(masjid, slot)
        await inviteKhateeb(masjid, khateeb, slot)
        await rejectInviteTo(khateeb, slot)
      },
    ],
    [
      'request_revoked',
      async () => {
        await removeKhateebFrom(masjid, slot)
        await requestSlot(khateeb, slot)
        await revokeRequest(khateeb, slot)
      },
    ],
    [
      'khateeb_booked_elsewhere',
      async () => {
        await removeKhateebFrom(masjid, slot)
        await requestSlot(khateeb, slot)
        const other = await newMasjid(app.baseUrl)
        await confirmKhateeb(other, khateeb, await postSlot(other, '13:00'))
      },
    ],
  ])('%s', async (kind, end) => {
    const { startsAt } = await slotSeenBy(masjid, slot)
    await end()
    await moveSlotTo(masjid, slot, '15:00', fridayAfter(1))
    const news = (await masjid.client.call(getNews, {})).filter((it) => it.kind === kind)
    expect(news).toMatchObject([{ khutbahDate: friday, khutbahTime: '13:00', startsAt }])
    const letters = await sendAndCollectLetters(app.database)
    const letter = letters.find((it) => it.to === masjid.email && it.kind === kind)
    expect(letter?.text).toContain(`Date: ${dayAndDate(friday)}`)
    expect(letter?.text).toContain('Time: 1:00 PM')
    expect(letter?.text).toContain(`New time: ${dayAndDate(fridayAfter(1))} at 3:00 PM`)
    expect(letter?.subject).toContain(dayAndDate(friday))
  })
})

test('the bell no longer lists news of a removal after the old start, even if the slot has moved to a later date', async () => {
  const reading = await withPermanentSession(app, khateeb)
  await removeKhateebFrom(masjid, slot)
  await moveSlotTo(masjid, slot, '13:00', fridayAfter(1))
  expect(await listNewsKinds(reading)).toEqual(['khateeb_removed'])
  await app.setNow(`${friday}T18:01:00Z`)
  expect(await listNewsKinds(reading)).toEqual([])
  await app.setNow(null)
})
