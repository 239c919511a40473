import { beforeEach, describe, expect, test } from 'vitest'
import { reconfirmKhateeb } from '../../contract/assignments.ts'
import { getSlotHistory } from '../../contract/audit.ts'
import { addKhutbah, getMyKhutbahs, maxSlotsPerDate } from '../../contract/khutbahs.ts'
import { getNews } from '../../contract/news.ts'
import { getMasjid, getUser } from '../../contract/own-records.ts'
import { approveRequest } from '../../contract/proposals.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLetters } from '../../tests/runtime/collect-letters.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { conflict, invalidInput } from '../../tests/runtime/refusals.ts'
import { withPermanentSession } from '../../tests/runtime/session.ts'
import {
  acceptInviteTo,
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  moveSlotTo,
  postSlot,
  previewMoveTo,
  requestSlot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'
import { newMember, newOwner } from '../../tests/runtime/team.ts'
import { runOperatorCommand } from '../identity/operator-command.ts'

const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount

beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
})

const listMyKhutbahs = ({ client } = khateeb) => client.call(getMyKhutbahs, { khateebUid: 'me' })

const slotMovedLettersTo = ({ email } = khateeb) => queuedLetters(app.database, email, 'slot_moved')
const noProposals = { invites: 0, requests: 0 }

describe('a move of an open slot', () => {
  test('changes its date and time, and keeps its id', async () => {
    const slot = await postSlot(masjid)
    const { slotId } = await slotSeenBy(masjid, slot)
    expect(await moveSlotTo(masjid, slot, '14:30', fridayAfter(1))).toEqual({
      changed: true,
      assignment: 'none',
      movesAlong: noProposals,
      closes: noProposals,
    })
    const moved = await slotSeenBy(masjid, { ...slot, khutbahDate: fridayAfter(1), khutbahTime: '14:30' })
    expect(moved.slotId).toBe(slotId)
    expect((await masjid.client.call(getMasjid, { uid: 'me' })).khutbahs).toHaveLength(1)
  })

  test('does not count requests of a suspended khateeb, and neither does its preview', async () => {
    const slot = await postSlot(masjid)
    await requestSlot(khateeb, slot)
    await app.database.transaction((tx) => runOperatorCommand(tx, khateeb, { kind: 'suspend', on: true }))
    const consequences = { assignment: 'none', movesAlong: noProposals, closes: noProposals }
    expect(await previewMoveTo(masjid, slot, '14:30')).toMatchObject(consequences)
    expect(await moveSlotTo(masjid, slot, '14:30')).toEqual({ changed: true, ...consequences })
  })

  test('keeps its invites and requests, and sends each khateeb one letter', async () => {
    const invited = await newKhateeb(app.baseUrl)
    const slot = await postSlot(masjid)
    await requestSlot(khateeb, slot)
    await inviteKhateeb(masjid, invited, slot)
    const consequences = { assignment: 'none', movesAlong: { invites: 1, requests: 1 }, closes: noProposals }
    expect(await previewMoveTo(masjid, slot, '16:00')).toEqual({ ...consequences, khateebName: null })
    expect(await moveSlotTo(masjid, slot, '16:00')).toEqual({ changed: true, ...consequences })
    const from = { date: friday, time: '13:00' }
    const occasion = { date: friday, time: '16:00' }
    expect(await slotMovedLettersTo()).toMatchObject([{ was: 'request', from, occasion, closed: [] }])
    expect(await slotMovedLettersTo(invited)).toMatchObject([{ was: 'invite', from, occasion, closed: [] }])
    const { sentRequests } = await khateeb.client.call(getUser, { uid: 'me' })
    expect(sentRequests).toMatchObject([{ khutbahDate: friday, khutbahTime: '16:00' }])
    await acceptInviteTo(invited, { ...slot, khutbahTime: '16:00' })
    expect(await listMyKhutbahs(invited)).toMatchObject([
      { time: { time: '16:00' }, awaitsReconfirmation: false },
    ])
  })

  test.for([
    { moves: ['16:00'], isAsked: true, asks: 'asks' },
    { moves: ['13:10', '13:20'], isAsked: true, asks: 'asks' },
    { moves: ['13:15'], isAsked: false, asks: 'does not ask' },
    { moves: ['16:00', '13:00'], isAsked: false, asks: 'does not ask' },
  ])(
    'to $moves between a request and its approval $asks the khateeb to confirm the new time',
    async ({ moves, isAsked }) => {
      let slot = await postSlot(masjid)
      await requestSlot(khateeb, slot)
      for (const time of moves) {
        await moveSlotTo(masjid, slot, time)
        slot = { ...slot, khutbahTime: time }
      }
      await masjid.client.call(approveRequest, { ...slot, requesterId: khateeb.uid })
      const [khutbah] = await listMyKhutbahs()
      expect(khutbah).toMatchObject({ time: { time: slot.khutbahTime }, awaitsReconfirmation: isAsked })
      const [news] = await khateeb.client.call(getNews, {})
      expect(news).toMatchObject({ kind: 'request_approved', awaitsReconfirmation: isAsked })
      const letters = await sendAndCollectLetters(app.database)
      const letter = letters.find((it) => it.to === khateeb.email && it.kind === 'request_approved')
      expect(letter?.subject.startsWith('Please confirm: your khutbah')).toBe(isAsked)
      if (!isAsked) return
      await khateeb.client.call(reconfirmKhateeb, {
        khateebUid: 'me',
        seenStart: khutbah?.startsAt ?? '',
        ...slot,
      })
      expect(await listMyKhutbahs()).toMatchObject([{ awaitsReconfirmation: false }])
    },
  )

  test('closes a request whose khateeb is booked at the new hour, and notifies him', async () => {
    const elsewhere = await newMasjid(app.baseUrl)
    await confirmKhateeb(elsewhere, khateeb, await postSlot(elsewhere, '16:30'))
    const slot = await postSlot(masjid)
    await requestSlot(khateeb, slot)
    const consequences = { assignment: 'none', movesAlong: noProposals, closes: { invites: 0, requests: 1 } }
    expect(await previewMoveTo(masjid, slot, '16:00')).toEqual({ ...consequences, khateebName: null })
    expect(await moveSlotTo(masjid, slot, '16:00')).toEqual({ changed: true, ...consequences })
    expect(await slotMovedLettersTo()).toEqual([])
    const letters = await queuedLetters(app.database, khateeb.email, 'proposal_closed_by_move')
    expect(letters).toMatchObject([{ direction: 'request', from: { date: friday, time: '13:00' } }])
    expect((await khateeb.client.call(getUser, { uid: 'me' })).sentRequestCount).toBe(0)
  })
})

describe('a move of a slot', () => {
  test('to the time of another slot of the masjid is refused, and the error contains that time', async () => {
    const slot = await postSlot(masjid)
    await postSlot(masjid, '15:00')
    await expect(moveSlotTo(masjid, slot, '15:00')).rejects.toMatchObject({
      ...conflict('slot_exists'),
      fields: { toTime: `You already have a khutbah on ${friday} at 15:00.` },
    })
  })

  test.each([
    ['a date in the past', { toDate: '2020-01-03' }, { toDate: 'This date is in the past.' }],
    ['a date that does not exist', { toDate: '2026-02-30' }, { toDate: 'There is no such date.' }],
    ['a date far ahead', { toDate: '2099-01-02' }, { toDate: 'This date is more than two years ahead.' }],
    ['a time that does not exist', { toTime: '25:00' }, { toTime: 'There is no such time.' }],
    [
      'an hour that the clocks skip',
      { toDate: '2028-03-12', toTime: '02:30' },
      { toTime: 'This time does not exist on that date, because the clocks change.' },
    ],
  ])('to %s is refused', async (_, to, fields) => {
    await app.setNow('2027-06-01T12:00:00Z')
    const here = await withPermanentSession(app, masjid)
    const slot = await postSlot(here, '13:00', '2027-12-03')
    const call = here.client.call(moveSlot, { ...slot, toDate: '2027-12-10', toTime: '13:00', ...to })
    await expect(call).rejects.toMatchObject(invalidInput(fields))
    await app.setNow(null)
  })

  test('to a past time today, or after the slot has begun, is refused', async () => {
    await app.setNow('2027-12-03T17:00:00Z')
    const here = await withPermanentSession(app, masjid)
    const slot = await postSlot(here, '13:00', '2027-12-03')
    const earlier = here.client.call(moveSlot, { ...slot, toDate: '2027-12-03', toTime: '11:00' })
    await expect(earlier).rejects.toMatchObject(invalidInput({ toTime: 'This time is in the past.' }))
    await app.setNow('2027-12-03T18:30:00Z')
    const later = here.client.call(moveSlot, { ...slot, toDate: '2027-12-03', toTime: '15:00' })
    await expect(later).rejects.toMatchObject(conflict('slot_past'))
    await app.setNow(null)
  })

  test('to a date that already has the maximum number of slots is refused', async () => {
    const slot = await postSlot(masjid)
    const times = Array.from({ length: maxSlotsPerDate }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
    await masjid.client.call(addKhutbah, { masjidUid: 'me', date: fridayAfter(1), times })
    await expect(moveSlotTo(masjid, slot, '13:30', fridayAfter(1))).rejects.toMatchObject(
      invalidInput({ toDate: `One date may have at most ${maxSlotsPerDate} slots.` }),
    )
    // A move to another time of this date is allowed, although the date is full.
    expect(await moveSlotTo(masjid, { ...slot, khutbahDate: fridayAfter(1) }, '13:30')).toMatchObject({
      changed: true,
    })
  })

  test('is refused for another masjid’s slot, and for a viewer', async () => {
    const owner = await newOwner(app)
    const viewer = await newMember(app, owner, 'viewer')
    const slot = await postSlot(owner)
    const { slotId } = await slotSeenBy(owner, slot)
    const to = { masjidUid: 'me', slotId, toDate: friday, toTime: '15:00' }
    await expect(masjid.client.call(moveSlot, to)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    await expect(viewer.client.call(moveSlot, to)).rejects.toMatchObject({ status: 403, code: 'member_role' })
  })
})

test('the history of a moved slot has its old and its new date and time', async () => {
  const slot = await postSlot(masjid)
  await moveSlotTo(masjid, slot, '15:00', fridayAfter(1))
  const [entry] = await masjid.client.call(getSlotHistory, { uid: 'me' })
  expect(entry).toMatchObject({
    event: 'slot_moved',
    moved: {
      from: { date: friday, time: '13:00', startsAt: `${friday}T18:00:00.000Z` },
      to: { date: fridayAfter(1), time: '15:00', startsAt: `${fridayAfter(1)}T20:00:00.000Z` },
    },
  })
})
