import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { removeSlot } from '../../contract/khutbahs.ts'
import { getUser, updateMasjid } from '../../contract/own-records.ts'
import { acceptInvite, approveRequest, inviteToLead, requestToLead } from '../../contract/proposals.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { conflict } from '../../tests/runtime/refusals.ts'
import {
  acceptInviteTo,
  confirmKhateeb,
  friday,
  inviteKhateeb,
  moveSlotTo,
  postSlot,
  requestSlot,
  slotSeenBy,
  withdrawFrom,
} from '../../tests/runtime/slots.ts'
import { newMember, newOwner } from '../../tests/runtime/team.ts'
import { waitForLockConflict } from '../../tests/runtime/wait-for-lock-conflict.ts'
import { moveSeveralSlots } from './move-slots.ts'

const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount

beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
})

const slotMovedLettersTo = ({ email } = khateeb) => queuedLetters(app.database, email, 'slot_moved')

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

describe('a repeated move of a slot', () => {
  test('changes nothing, whether the call has the slot’s id or its former time', async () => {
    const slot = await postSlot(masjid)
    await requestSlot(khateeb, slot)
    const { slotId } = await slotSeenBy(masjid, slot)
    await moveSlotTo(masjid, slot, '15:00')
    expect(await moveSlotTo(masjid, slot, '15:00')).toMatchObject({ changed: false })
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
    await moveSlotTo(masjid, slot, '15:00')
    await expect(request()).rejects.toMatchObject(conflict('start_changed'))
    await moveSlotTo(masjid, { ...slot, khutbahTime: '15:00' }, '13:00')
    await inviteKhateeb(masjid, invited, slot)
    await accept()
    expect(await accept()).toMatchObject({ changed: false })
    await moveSlotTo(masjid, slot, '13:10')
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

  test('a refusal because of a new time zone does not name the member who moved the slot before', async () => {
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

  test('a khateeb can accept an invite by the slot’s new time, even if he had an invite to a removed slot at this time', async () => {
    const [slot, removed] = [await postSlot(masjid), await postSlot(masjid, '15:00')]
    await inviteKhateeb(masjid, khateeb, slot)
    await inviteKhateeb(masjid, khateeb, removed)
    await masjid.client.call(removeSlot, removed)
    await moveSlotTo(masjid, slot, '15:00')
    expect(await acceptInviteTo(khateeb, removed)).toMatchObject({ changed: true })
  })

  test('a khateeb can withdraw by the new time, even if an earlier slot of his at this time was removed', async () => {
    const [slot, removed] = [await postSlot(masjid), await postSlot(masjid, '15:00')]
    await confirmKhateeb(masjid, khateeb, slot)
    await confirmKhateeb(masjid, khateeb, removed)
    await masjid.client.call(removeSlot, removed)
    await moveSlotTo(masjid, slot, '15:00')
    expect(await withdrawFrom(khateeb, removed)).toEqual({ changed: true })
  })
})
