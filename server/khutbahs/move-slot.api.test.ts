import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { reconfirmKhateeb } from '../../contract/assignments.ts'
import { getSlotHistory } from '../../contract/audit.ts'
import { getMasjidDetails } from '../../contract/directory.ts'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { addKhutbah, getMyKhutbahs, maxSlotsPerDate, removeSlot } from '../../contract/khutbahs.ts'
import { getNews } from '../../contract/news.ts'
import { getMasjid, getUser, updateMasjid } from '../../contract/own-records.ts'
import { acceptInvite, approveRequest, inviteToLead, requestToLead } from '../../contract/proposals.ts'
import { moveSlot, previewMove } from '../../contract/slot-moves.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLetters } from '../../tests/runtime/collect-letters.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { conflict, invalidInput } from '../../tests/runtime/refusals.ts'
import { withPermanentSession } from '../../tests/runtime/session.ts'
import {
  acceptInviteTo,
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  removeKhateebFrom,
  requestSlot,
  type Slot,
  slotSeenBy,
  withdrawFrom,
} from '../../tests/runtime/slots.ts'
import { newMember, newOwner } from '../../tests/runtime/team.ts'
import { waitForLockConflict } from '../../tests/runtime/wait-for-lock-conflict.ts'
import { runOperatorCommand } from '../identity/operator-command.ts'
import { moveSeveralSlots, moveSlots } from './move-slots.ts'

const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount

beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
})

type MoveInput = Partial<RawInputOf<typeof moveSlot>>

const move = (slot: Slot, toTime: string, more: MoveInput = {}) =>
  masjid.client.call(moveSlot, { ...slot, toDate: slot.khutbahDate, toTime, ...more })

const preview = async (slot: Slot, toTime: string, toDate = slot.khutbahDate) => {
  const { slotId } = await slotSeenBy(masjid, slot)
  return masjid.client.call(previewMove, { uid: 'me', slotId, toDate, toTime })
}

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
const noProposals = { invites: 0, requests: 0 }

test('a call that names a slot by date and time finds the slot that a concurrent call has moved to this date and time', async () => {
  const [here, there] = [await postSlot(masjid, '13:00'), await postSlot(masjid, '15:00')]
  const [first, second] = [await slotSeenBy(masjid, here), await slotSeenBy(masjid, there)]
  const { requesting } = await app.database.transaction(async (tx) => {
    const by = { role: 'masjid', uid: masjid.uid, personId: await personIdOf(tx, masjid.uid) } as const
    // The slots swap their times.
    const moves = [
      { slotId: first.slotId, toDate: friday, toTime: '15:00' },
      { slotId: second.slotId, toDate: friday, toTime: '13:00' },
    ]
    await moveSeveralSlots(tx, { masjidUid: masjid.uid, moves }, by)
    const waiting = requestSlot(khateeb, here)
    await waitForLockConflict(tx, waiting)
    return { requesting: waiting }
  })
  await requesting
  const { sentRequests } = await khateeb.client.call(getUser, { uid: 'me' })
  expect(sentRequests).toMatchObject([{ slotId: second.slotId }])
})

describe('a move of an open slot', () => {
  test('changes its date and time, and keeps its id', async () => {
    const slot = await postSlot(masjid)
    const { slotId } = await slotSeenBy(masjid, slot)
    expect(await move(slot, '14:30', { toDate: fridayAfter(1) })).toEqual({
      changed: true,
      assignment: 'none',
      movesAlong: noProposals,
      closes: noProposals,
    })
    const moved = await slotSeenBy(masjid, { ...slot, khutbahDate: fridayAfter(1), khutbahTime: '14:30' })
    expect(moved.slotId).toBe(slotId)
    expect((await masjid.client.call(getMasjid, { uid: 'me' })).khutbahs).toHaveLength(1)
  })

  test('like its preview, does not count requests of a suspended khateeb, because the masjid can’t see them', async () => {
    const slot = await postSlot(masjid)
    await requestSlot(khateeb, slot)
    await app.database.transaction((tx) => runOperatorCommand(tx, khateeb, { kind: 'suspend', on: true }))
    const consequences = { assignment: 'none', movesAlong: noProposals, closes: noProposals }
    expect(await preview(slot, '14:30')).toMatchObject(consequences)
    expect(await move(slot, '14:30')).toEqual({ changed: true, ...consequences })
  })

  test('keeps its invites and requests, and sends each khateeb one letter', async () => {
    const invited = await newKhateeb(app.baseUrl)
    const slot = await postSlot(masjid)
    await requestSlot(khateeb, slot)
    await inviteKhateeb(masjid, invited, slot)
    const consequences = { assignment: 'none', movesAlong: { invites: 1, requests: 1 }, closes: noProposals }
    expect(await preview(slot, '16:00')).toEqual({ ...consequences, khateebName: null })
    expect(await move(slot, '16:00')).toEqual({ changed: true, ...consequences })
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
    'to $moves after a request: the approval of this request $asks the khateeb to confirm the new time',
    async ({ moves, isAsked }) => {
      let slot = await postSlot(masjid)
      await requestSlot(khateeb, slot)
      for (const time of moves) {
        await move(slot, time)
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
    expect(await preview(slot, '16:00')).toEqual({ ...consequences, khateebName: null })
    expect(await move(slot, '16:00')).toEqual({ changed: true, ...consequences })
    expect(await slotMovedLettersTo()).toEqual([])
    const letters = await queuedLetters(app.database, khateeb.email, 'proposal_closed_by_move')
    expect(letters).toMatchObject([{ direction: 'request', from: { date: friday, time: '13:00' } }])
    expect((await khateeb.client.call(getUser, { uid: 'me' })).sentRequestCount).toBe(0)
  })
})

describe('a move of a confirmed slot', () => {
  test('by at most 15 minutes on the same date keeps the khateeb confirmed', async () => {
    const slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    expect(await preview(slot, '13:15')).toMatchObject({
      assignment: 'stays_confirmed',
      khateebName: khateeb.name,
    })
    expect(await move(slot, '13:15')).toMatchObject({ changed: true, assignment: 'stays_confirmed' })
    expect(await listMyKhutbahs()).toMatchObject([{ time: { time: '13:15' }, awaitsReconfirmation: false }])
    expect(await slotMovedLettersTo()).toMatchObject([{ was: 'confirmed', awaitsReconfirmation: false }])
  })

  test('by more than 15 minutes asks the khateeb to confirm again', async () => {
    const slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    expect(await preview(slot, '15:00')).toMatchObject({
      assignment: 'asked_again',
      khateebName: khateeb.name,
    })
    expect(await move(slot, '15:00')).toMatchObject({ changed: true, assignment: 'asked_again' })
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
    await move(slot, '15:00')
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
    await move(slot, '15:00')
    const agreedStart = { date: friday, time: '13:00', startsAt: `${friday}T18:00:00.000Z` }
    expect(await fieldSeenByEachCaller('agreedStart')).toEqual([agreedStart, null, null, null])
    const [khutbah] = await listMyKhutbahs()
    expect(khutbah?.agreedStart).toEqual(agreedStart)
  })

  test('asks the khateeb to confirm again if small moves add up to more than 15 minutes', async () => {
    const slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    await move(slot, '13:10')
    expect(await move({ ...slot, khutbahTime: '13:10' }, '13:20')).toMatchObject({
      assignment: 'asked_again',
    })
    expect(await move({ ...slot, khutbahTime: '13:20' }, '13:05')).toMatchObject({
      assignment: 'stays_confirmed',
    })
    expect(await listMyKhutbahs()).toMatchObject([{ awaitsReconfirmation: false }])
  })

  test('to another date asks the khateeb to confirm again', async () => {
    const slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    expect(await move(slot, '13:00', { toDate: fridayAfter(1) })).toMatchObject({ assignment: 'asked_again' })
  })

  test('closes the khateeb’s other proposals at the new hour, and notifies him and the other masjid', async () => {
    const elsewhere = await newMasjid(app.baseUrl)
    const slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    await requestSlot(khateeb, await postSlot(elsewhere, '16:30'))
    await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '16:45'))
    // The masjid does not see which proposals of other masjids are closed.
    const closes = { invites: 1, requests: 0 }
    expect(await preview(slot, '16:00')).toMatchObject({ assignment: 'asked_again', closes })
    expect(await move(slot, '16:00')).toMatchObject({ assignment: 'asked_again', closes })
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
    await expect(move(slot, '16:00')).rejects.toMatchObject(refusal)
    await expect(preview(slot, '16:00')).rejects.toMatchObject(refusal)
    expect(await slotMovedLettersTo()).toEqual([])
  })

  test('is refused if it is the sixth within 24 hours', async () => {
    let slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    for (const toTime of ['14:00', '15:00', '16:00', '17:00', '18:00']) {
      await move(slot, toTime)
      slot = { ...slot, khutbahTime: toTime }
    }
    await expect(move(slot, '19:00')).rejects.toMatchObject({
      status: 429,
      code: 'slot_moved_too_often',
      retryAfter: expect.closeTo(24 * 60 * 60, -3),
    })
    await removeKhateebFrom(masjid, slot)
    expect(await move(slot, '19:00')).toMatchObject({ changed: true })
  })
})

test('moves before the khateeb was confirmed do not count toward the five moves of a confirmed slot', async () => {
  let slot = await postSlot(masjid)
  const moveTo = async (toTime: string) => {
    await move(slot, toTime)
    slot = { ...slot, khutbahTime: toTime }
  }
  for (const toTime of ['14:00', '15:00', '16:00', '17:00', '18:00']) await moveTo(toTime)
  await confirmKhateeb(masjid, khateeb, slot)
  for (const toTime of ['14:00', '15:00', '16:00', '17:00', '18:00']) await moveTo(toTime)
  expect((await slotSeenBy(masjid, slot)).khateebUid).toBe(khateeb.uid)
  await expect(move(slot, '19:00')).rejects.toMatchObject({ code: 'slot_moved_too_often' })
})

describe('a move of a slot', () => {
  test('to the time of another slot of the masjid is refused, and the error contains that time', async () => {
    const slot = await postSlot(masjid)
    await postSlot(masjid, '15:00')
    await expect(move(slot, '15:00')).rejects.toMatchObject({
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
    await expect(move(slot, '13:30', { toDate: fridayAfter(1) })).rejects.toMatchObject(
      invalidInput({ toDate: `One date may have at most ${maxSlotsPerDate} slots.` }),
    )
    // A move to another time of this date is allowed, although the date is full.
    expect(await move({ ...slot, khutbahDate: fridayAfter(1) }, '13:30')).toMatchObject({ changed: true })
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

describe('a repeated move of a slot', () => {
  test('changes nothing, whether the call has the slot’s id or its former time', async () => {
    const slot = await postSlot(masjid)
    await requestSlot(khateeb, slot)
    const { slotId } = await slotSeenBy(masjid, slot)
    await move(slot, '15:00')
    expect(await move(slot, '15:00')).toMatchObject({ changed: false })
    const byId = { masjidUid: 'me', slotId, toDate: friday, toTime: '15:00' }
    expect(await masjid.client.call(moveSlot, byId)).toMatchObject({ changed: false })
    expect(await slotMovedLettersTo()).toHaveLength(1)
  })

  test('returns the name of the colleague who moved the slot first', async () => {
    const owner = await newOwner(app)
    const aisha = await newMember(app, owner, 'scheduler', 'Aisha Rahman')
    const slot = await postSlot(owner)
    const { slotId, startsAt } = await slotSeenBy(owner, slot)
    const sent = { masjidUid: 'me', slotId, seenStart: startsAt, toDate: friday }
    await aisha.client.call(moveSlot, { ...sent, toTime: '15:00' })
    const by = { event: 'slot_moved', name: 'Aisha Rahman', isCaller: false }
    expect(await owner.client.call(moveSlot, { ...sent, toTime: '15:00' })).toMatchObject({
      changed: false,
      by,
    })
    await expect(owner.client.call(moveSlot, { ...sent, toTime: '16:00' })).rejects.toMatchObject({
      ...conflict('start_changed'),
      by,
    })
    await expect(
      owner.client.call(moveSlot, { ...slot, toDate: friday, toTime: '16:00' }),
    ).rejects.toMatchObject({
      code: 'not_found',
      by,
    })
  })
})

describe('after a slot has moved', () => {
  test('an acceptance, a request or an approval with the slot’s former start is refused', async () => {
    const owner = await newOwner(app)
    const aisha = await newMember(app, owner, 'scheduler', 'Aisha Rahman')
    const [invited, stranger] = [await newKhateeb(app.baseUrl), await newKhateeb(app.baseUrl)]
    const slot = await postSlot(owner)
    const { slotId, startsAt: seenStart } = await slotSeenBy(owner, slot)
    await requestSlot(khateeb, slot)
    await inviteKhateeb(owner, invited, slot)
    await aisha.client.call(moveSlot, { masjidUid: 'me', slotId, toDate: friday, toTime: '15:00' })
    const changed = conflict('start_changed')
    const seen = { slotId, seenStart }
    const acceptance = invited.client.call(acceptInvite, { khateebUid: 'me', ...seen })
    await expect(acceptance).rejects.toMatchObject(changed)
    const request = stranger.client.call(requestToLead, { khateebId: 'me', ...seen })
    await expect(request).rejects.toMatchObject(changed)
    const approval = owner.client.call(approveRequest, { masjidUid: 'me', requesterId: khateeb.uid, ...seen })
    await expect(approval).rejects.toMatchObject({
      ...changed,
      by: { event: 'slot_moved', name: 'Aisha Rahman' },
    })
    const { startsAt } = await slotSeenBy(owner, { ...slot, khutbahTime: '15:00' })
    const again = { khateebUid: 'me', slotId, seenStart: startsAt }
    expect(await invited.client.call(acceptInvite, again)).toMatchObject({ changed: true })
  })

  test('a repeated acceptance or request with the slot’s former start is refused', async () => {
    const slot = await postSlot(masjid)
    const { slotId, startsAt: seenStart } = await slotSeenBy(masjid, slot)
    const [invited, seen] = [await newKhateeb(app.baseUrl), { slotId, seenStart }]
    const request = () => khateeb.client.call(requestToLead, { khateebId: 'me', ...seen })
    const accept = () => invited.client.call(acceptInvite, { khateebUid: 'me', ...seen })
    await request()
    expect(await request()).toMatchObject({ changed: false })
    await move(slot, '15:00')
    await expect(request()).rejects.toMatchObject(conflict('start_changed'))
    await move({ ...slot, khutbahTime: '15:00' }, '13:00')
    await inviteKhateeb(masjid, invited, slot)
    await accept()
    expect(await accept()).toMatchObject({ changed: false })
    await move(slot, '13:10')
    await expect(accept()).rejects.toMatchObject(conflict('start_changed'))
  })

  test('a refusal for another reason does not name the member who moved the slot', async () => {
    const owner = await newOwner(app)
    const slot = await postSlot(owner)
    const { slotId } = await slotSeenBy(owner, slot)
    await owner.client.call(moveSlot, { masjidUid: 'me', slotId, toDate: friday, toTime: '15:00' })
    const invite = (reference: object) =>
      owner.client
        .call(inviteToLead, { masjidUid: 'me', khateebUid: randomUUID(), ...reference })
        .catch((error: unknown) => error)
    for (const reference of [{ slotId }, { khutbahDate: friday, khutbahTime: '15:00' }]) {
      const refusal = await invite(reference)
      expect(refusal).toMatchObject({ code: 'not_found' })
      expect(refusal).not.toMatchObject({ by: expect.anything() })
    }
    expect(await invite({ khutbahDate: friday, khutbahTime: '13:00' })).toMatchObject({
      by: { event: 'slot_moved' },
    })
  })

  test('a refusal after a change of the time zone does not name the member who had moved the slot earlier', async () => {
    const owner = await newOwner(app)
    const slot = await postSlot(owner)
    const { slotId } = await slotSeenBy(owner, slot)
    await owner.client.call(moveSlot, { masjidUid: 'me', slotId, toDate: friday, toTime: '15:00' })
    const { startsAt: seenStart } = await slotSeenBy(owner, { ...slot, khutbahTime: '15:00' })
    await owner.client.call(updateMasjid, { uid: 'me', timeZone: 'America/Menominee' })
    const refusal = await owner.client
      .call(moveSlot, { masjidUid: 'me', slotId, seenStart, toDate: friday, toTime: '16:00' })
      .catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'start_changed' })
    expect(refusal).not.toMatchObject({ by: expect.anything() })
  })

  test('an invite can be accepted by the slot’s new time, even if the khateeb was later invited to another slot with this time, which was then removed', async () => {
    const [slot, removed] = [await postSlot(masjid), await postSlot(masjid, '15:00')]
    await inviteKhateeb(masjid, khateeb, slot)
    await inviteKhateeb(masjid, khateeb, removed)
    await masjid.client.call(removeSlot, removed)
    await move(slot, '15:00')
    expect(await acceptInviteTo(khateeb, removed)).toMatchObject({ changed: true })
  })

  test('a khateeb can withdraw by the new time, even if he was later confirmed for another slot with this time, which was then removed', async () => {
    const [slot, removed] = [await postSlot(masjid), await postSlot(masjid, '15:00')]
    await confirmKhateeb(masjid, khateeb, slot)
    await confirmKhateeb(masjid, khateeb, removed)
    await masjid.client.call(removeSlot, removed)
    await move(slot, '15:00')
    expect(await withdrawFrom(khateeb, removed)).toEqual({ changed: true })
  })
})

/** Returns the id and the start of a slot, as `moveSlots` needs them. */
async function startOf(slot: Slot) {
  const { slotId, startsAt } = await slotSeenBy(masjid, slot)
  return { slotId, startsAt: new Date(startsAt), date: slot.khutbahDate, time: slot.khutbahTime }
}

type Start = Awaited<ReturnType<typeof startOf>>

async function moveAll(...moves: readonly (readonly [from: Start, to: Omit<Start, 'slotId'>])[]) {
  const by = {
    role: 'masjid',
    uid: masjid.uid,
    personId: await personIdOf(app.database.reader, masjid.uid),
  } as const
  const all = moves.map(([{ slotId }, { date, time, startsAt }]) => ({
    slotId,
    to: { date, time, startsAt },
    seenStart: null,
  }))
  return app.database.transaction((tx) => moveSlots(tx, by, all))
}

describe('several slots that move at once', () => {
  test('can swap their times, and a khateeb who is confirmed for both gets one letter', async () => {
    const [first, second] = [await postSlot(masjid), await postSlot(masjid, '14:00')]
    await confirmKhateeb(masjid, khateeb, first)
    await confirmKhateeb(masjid, khateeb, second)
    await sendAndCollectLetters(app.database)
    const [one, two] = [await startOf(first), await startOf(second)]
    expect(await moveAll([one, two], [two, one])).toHaveLength(2)
    expect(await startOf(first)).toMatchObject({ slotId: two.slotId })
    expect(await startOf(second)).toMatchObject({ slotId: one.slotId })
    expect(await listMyKhutbahs()).toMatchObject([
      { awaitsReconfirmation: true },
      { awaitsReconfirmation: true },
    ])
    expect(await slotMovedLettersTo()).toHaveLength(2)
    expect(await sendAndCollectLetters(app.database)).toHaveLength(1)
  })

  test('all stay unchanged if one may not move, or if two would have the same time', async () => {
    const [first, second] = [await postSlot(masjid), await postSlot(masjid, '14:00')]
    const taken = await startOf(await postSlot(masjid, '17:00'))
    const [one, two] = [await startOf(first), await startOf(second)]
    await expect(moveAll([one, two], [two, taken])).rejects.toMatchObject({ code: 'slot_exists' })
    const free = { ...taken, time: '16:00', startsAt: new Date(taken.startsAt.getTime() - 3_600_000) }
    await expect(moveAll([one, free], [two, free])).rejects.toMatchObject({ code: 'slot_exists' })
    expect(await startOf(first)).toEqual(one)
    expect(await startOf(second)).toEqual(two)
  })
})

test('the history of a moved slot has its old and its new date and time', async () => {
  const slot = await postSlot(masjid)
  await move(slot, '15:00', { toDate: fridayAfter(1) })
  const [entry] = await masjid.client.call(getSlotHistory, { uid: 'me' })
  expect(entry).toMatchObject({
    event: 'slot_moved',
    moved: {
      from: { date: friday, time: '13:00', startsAt: `${friday}T18:00:00.000Z` },
      to: { date: fridayAfter(1), time: '15:00', startsAt: `${fridayAfter(1)}T20:00:00.000Z` },
    },
  })
})

test('the letter and the bell about a moved slot show its old and its new time', async () => {
  const slot = await postSlot(masjid)
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndCollectLetters(app.database)
  await move(slot, '15:00')
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
  await move({ ...slot, khutbahTime: '15:00' }, '17:00')
  // The list leaves out the news of the first move, because the second move has made it untrue. So the old time is the time that the
  // khateeb agreed to. The last item is about the confirmation.
  expect((await khateeb.client.call(getNews, {})).map((it) => [it.movedFrom, it.khutbahTime])).toEqual([
    [{ date: friday, time: '13:00', startsAt: `${friday}T18:00:00.000Z` }, '17:00'],
    [null, '17:00'],
  ])
})
