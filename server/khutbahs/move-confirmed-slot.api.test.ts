import { beforeEach, describe, expect, test } from 'vitest'
import { reconfirmKhateeb } from '../../contract/assignments.ts'
import { getMasjidDetails } from '../../contract/directory.ts'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { getNews } from '../../contract/news.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLetters } from '../../tests/runtime/collect-letters.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { conflict } from '../../tests/runtime/refusals.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  moveSlotTo,
  postSlot,
  previewMoveTo,
  removeKhateebFrom,
  requestSlot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'

const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount

beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
})

const listMyKhutbahs = ({ client } = khateeb) => client.call(getMyKhutbahs, { khateebUid: 'me' })

/** Returns a field of the masjid's first slot as the khateeb, another khateeb, the masjid and a signed-out caller see it. */
async function fieldSeenByEachCaller<Name extends 'awaitsReconfirmation' | 'agreedStart'>(name: Name) {
  const other = await newKhateeb(app.baseUrl)
  const clients = [khateeb.client, other.client, masjid.client, app.client()]
  const details = await Promise.all(
    clients.map((client) => client.call(getMasjidDetails, { masjidId: masjid.uid })),
  )
  return details.map(({ khutbahs }) => khutbahs[0]?.times[0]?.[name])
}

const slotMovedLettersTo = ({ email } = khateeb) => queuedLetters(app.database, email, 'slot_moved')

describe('a move of a confirmed slot', () => {
  test('by at most 15 minutes on the same date keeps the khateeb confirmed', async () => {
    const slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    expect(await previewMoveTo(masjid, slot, '13:15')).toMatchObject({
      assignment: 'stays_confirmed',
      khateebName: khateeb.name,
    })
    expect(await moveSlotTo(masjid, slot, '13:15')).toMatchObject({
      changed: true,
      assignment: 'stays_confirmed',
    })
    expect(await listMyKhutbahs()).toMatchObject([{ time: { time: '13:15' }, awaitsReconfirmation: false }])
    expect(await slotMovedLettersTo()).toMatchObject([{ was: 'confirmed', awaitsReconfirmation: false }])
  })

  test('by more than 15 minutes asks the khateeb to confirm again', async () => {
    const slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    expect(await previewMoveTo(masjid, slot, '15:00')).toMatchObject({
      assignment: 'asked_again',
      khateebName: khateeb.name,
    })
    expect(await moveSlotTo(masjid, slot, '15:00')).toMatchObject({
      changed: true,
      assignment: 'asked_again',
    })
    const [khutbah] = await listMyKhutbahs()
    expect(khutbah).toMatchObject({
      time: { time: '15:00' },
      awaitsReconfirmation: true,
      agreedStart: { date: friday, time: '13:00', startsAt: `${friday}T18:00:00.000Z` },
    })
    const moved = { ...slot, khutbahTime: '15:00' }
    expect(await slotSeenBy(masjid, moved)).toMatchObject({
      khateeb: khateeb.name,
      awaitsReconfirmation: true,
    })
    await khateeb.client.call(reconfirmKhateeb, {
      khateebUid: 'me',
      seenStart: khutbah?.startsAt ?? '',
      ...moved,
    })
    expect(await listMyKhutbahs()).toMatchObject([{ awaitsReconfirmation: false }])
  })

  test('makes the masjid’s details show every caller that the khateeb has not confirmed the new time yet', async () => {
    const slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    expect(await fieldSeenByEachCaller('awaitsReconfirmation')).toEqual([false, false, false, false])
    await moveSlotTo(masjid, slot, '15:00')
    expect(await fieldSeenByEachCaller('awaitsReconfirmation')).toEqual([true, true, true, true])
    const [khutbah] = await listMyKhutbahs()
    await khateeb.client.call(reconfirmKhateeb, {
      khateebUid: 'me',
      seenStart: khutbah?.startsAt ?? '',
      slotId: khutbah?.slotId,
    })
    expect(await fieldSeenByEachCaller('awaitsReconfirmation')).toEqual([false, false, false, false])
  })

  test('makes the masjid’s details show only the khateeb the start that he agreed to', async () => {
    const slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    expect(await fieldSeenByEachCaller('agreedStart')).toEqual([null, null, null, null])
    await moveSlotTo(masjid, slot, '15:00')
    const agreedStart = { date: friday, time: '13:00', startsAt: `${friday}T18:00:00.000Z` }
    expect(await fieldSeenByEachCaller('agreedStart')).toEqual([agreedStart, null, null, null])
    const [khutbah] = await listMyKhutbahs()
    expect(khutbah?.agreedStart).toEqual(agreedStart)
  })

  test('asks the khateeb to confirm again if small moves add up to more than 15 minutes', async () => {
    const slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    await moveSlotTo(masjid, slot, '13:10')
    expect(await moveSlotTo(masjid, { ...slot, khutbahTime: '13:10' }, '13:20')).toMatchObject({
      assignment: 'asked_again',
    })
    expect(await moveSlotTo(masjid, { ...slot, khutbahTime: '13:20' }, '13:05')).toMatchObject({
      assignment: 'stays_confirmed',
    })
    expect(await listMyKhutbahs()).toMatchObject([{ awaitsReconfirmation: false }])
  })

  test('to another date asks the khateeb to confirm again', async () => {
    const slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    expect(await moveSlotTo(masjid, slot, '13:00', fridayAfter(1))).toMatchObject({
      assignment: 'asked_again',
    })
  })

  test('closes the khateeb’s other proposals at the new hour, and notifies him and the other masjid', async () => {
    const elsewhere = await newMasjid(app.baseUrl)
    const slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    await requestSlot(khateeb, await postSlot(elsewhere, '16:30'))
    await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '16:45'))
    // The masjid does not see which proposals of other masjids are closed.
    const closes = { invites: 1, requests: 0 }
    expect(await previewMoveTo(masjid, slot, '16:00')).toMatchObject({ assignment: 'asked_again', closes })
    expect(await moveSlotTo(masjid, slot, '16:00')).toMatchObject({ assignment: 'asked_again', closes })
    expect(await slotMovedLettersTo()).toMatchObject([
      {
        was: 'confirmed',
        closed: [
          { direction: 'request', time: '16:30' },
          { direction: 'invite', time: '16:45' },
        ],
      },
    ])
    const toMasjid = await queuedLetters(app.database, elsewhere.email, 'khateeb_booked_elsewhere')
    expect(toMasjid).toMatchObject([{ occasion: { time: '16:30' }, direction: 'request' }])
  })

  test('to the hour of another khutbah of the khateeb is refused, and the error contains that khutbah’s time', async () => {
    const elsewhere = await newMasjid(app.baseUrl)
    await confirmKhateeb(elsewhere, khateeb, await postSlot(elsewhere, '16:30'))
    const slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    const refusal = {
      ...conflict('khateeb_busy'),
      fields: { toTime: `${khateeb.name} gives another khutbah on ${friday} at 16:30.` },
    }
    await expect(moveSlotTo(masjid, slot, '16:00')).rejects.toMatchObject(refusal)
    await expect(previewMoveTo(masjid, slot, '16:00')).rejects.toMatchObject(refusal)
    expect(await slotMovedLettersTo()).toEqual([])
  })

  test('is refused if it is the sixth within 24 hours', async () => {
    let slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    for (const toTime of ['14:00', '15:00', '16:00', '17:00', '18:00']) {
      await moveSlotTo(masjid, slot, toTime)
      slot = { ...slot, khutbahTime: toTime }
    }
    await expect(moveSlotTo(masjid, slot, '19:00')).rejects.toMatchObject({
      status: 429,
      code: 'slot_moved_too_often',
      retryAfter: expect.closeTo(24 * 60 * 60, -3),
    })
    await removeKhateebFrom(masjid, slot)
    expect(await moveSlotTo(masjid, slot, '19:00')).toMatchObject({ changed: true })
  })
})

test('moves before the khateeb was confirmed do not count toward the five moves of a confirmed slot', async () => {
  let slot = await postSlot(masjid)
  const moveTo = async (toTime: string) => {
    await moveSlotTo(masjid, slot, toTime)
    slot = { ...slot, khutbahTime: toTime }
  }
  for (const toTime of ['14:00', '15:00', '16:00', '17:00', '18:00']) await moveTo(toTime)
  await confirmKhateeb(masjid, khateeb, slot)
  for (const toTime of ['14:00', '15:00', '16:00', '17:00', '18:00']) await moveTo(toTime)
  expect((await slotSeenBy(masjid, slot)).khateebUid).toBe(khateeb.uid)
  await expect(moveSlotTo(masjid, slot, '19:00')).rejects.toMatchObject({ code: 'slot_moved_too_often' })
})

test('the letter and the bell about a moved slot show its old and its new time', async () => {
  const slot = await postSlot(masjid)
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndCollectLetters(app.database)
  await moveSlotTo(masjid, slot, '15:00')
  const [letter, ...others] = await sendAndCollectLetters(app.database)
  expect(others).toEqual([])
  expect(letter?.to).toBe(khateeb.email)
  expect(letter?.subject).toMatch(/^Please confirm again: your khutbah at .* is now on .* at 3:00 PM$/u)
  expect(letter?.text).toMatch(/Old time: .* at 1:00 PM[^]+New time: .* at 3:00 PM/u)
  const [news] = await khateeb.client.call(getNews, {})
  expect(news).toMatchObject({
    kind: 'slot_moved',
    khutbahTime: '15:00',
    movedFrom: { date: friday, time: '13:00' },
    awaitsReconfirmation: true,
  })
  await moveSlotTo(masjid, { ...slot, khutbahTime: '15:00' }, '17:00')
  // The list leaves out the news of the first move, because the second move has made it untrue. So the old time is the time that the
  // khateeb agreed to. The last item is about the confirmation.
  const timeZone = 'America/Detroit'
  expect((await khateeb.client.call(getNews, {})).map((it) => [it.movedFrom, it.khutbahTime])).toEqual([
    [{ date: friday, time: '13:00', startsAt: `${friday}T18:00:00.000Z`, timeZone }, '17:00'],
    [null, '17:00'],
  ])
})
