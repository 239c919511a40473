import { beforeEach, describe, expect, test } from 'vitest'
import { joinAsKhateeb, lookUpInvitation, stopInvitations } from '../../contract/invitation-links.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { deleteMasjid, inviteNewKhateeb, revokeInvitation } from '../../contract/members.ts'
import { getOurKhateebs } from '../../contract/our-khateebs.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { linkSpentError } from '../../tests/runtime/email-changes.ts'
import { newKhateeb, password } from '../../tests/runtime/people.ts'
import {
  askByEmail,
  moveSlotById,
  newKhateebAddress,
  newKhateebProfile,
  newOwnerWithSlot,
} from '../../tests/runtime/questions-by-email.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { conflict } from '../../tests/runtime/refusals.ts'
import { confirmKhateeb, friday, postSlot, type Slot, slotSeenBy } from '../../tests/runtime/slots.ts'
import { newOwner, type TestMember } from '../../tests/runtime/team.ts'
import { endOutdatedQuestions } from './ask-for-slot.ts'
import { tellOfMovedSlots } from './tell-of-moved-slots.ts'

const app = await startApp()

let owner: TestMember
let slot: Slot
let slotId: string
let seenStart: string
beforeEach(async () => {
  ;({ owner, slot, slotId, seenStart } = await newOwnerWithSlot(app))
})

const ask = (email?: string, by = owner, id = slotId) => askByEmail(app, by, id, email)
const accept = (token: string) => app.client().call(joinAsKhateeb, { token, seenStart, ...newKhateebProfile })

const lettersTo = (email: string, kind: 'new_khateeb_not_needed' | 'new_khateeb_confirmed') =>
  queuedLetters(app.database, email, kind)

const slotMovedLettersTo = (email: string) => queuedLetters(app.database, email, 'new_khateeb_slot_moved')
describe('an invitation for a slot', () => {
  test('is refused if the slot is taken, removed, or of another masjid', async () => {
    const email = newKhateebAddress()
    const other = await newOwner(app)
    const asked = (by: TestMember) => by.client.call(inviteNewKhateeb, { email, slotId })
    await expect(asked(other)).rejects.toMatchObject({ status: 404 })
    await confirmKhateeb(owner, await newKhateeb(app.baseUrl), slot)
    await expect(asked(owner)).rejects.toMatchObject(conflict('slot_taken'))
    await owner.client.call(removeSlot, { ...slot, masjidUid: 'me' })
    await expect(asked(owner)).rejects.toMatchObject({ status: 404 })
  })

  test('sends one letter when the slot is filled, and then lets the khateeb join, but not accept the slot', async () => {
    const { token, email } = await ask()
    await endOutdatedQuestions(app.database)
    expect(await lettersTo(email, 'new_khateeb_not_needed')).toEqual([])
    await confirmKhateeb(owner, await newKhateeb(app.baseUrl), slot)
    await endOutdatedQuestions(app.database)
    await endOutdatedQuestions(app.database)
    expect(await lettersTo(email, 'new_khateeb_not_needed')).toMatchObject([{ why: 'filled' }])
    await expect(accept(token)).rejects.toMatchObject(conflict('proposal_closed'))
    // The invitation to become a khateeb of the masjid stays valid.
    expect(await app.client().call(joinAsKhateeb, { token, password, ...newKhateebProfile })).toMatchObject(
      {},
    )
  })

  test('sends one letter after two moves of the slot, even with concurrent jobs, and the letter’s link accepts the new time', async () => {
    const { token, email } = await ask()
    await tellOfMovedSlots(app.database)
    expect(await slotMovedLettersTo(email)).toEqual([])
    await moveSlotById(owner, slotId, '14:00')
    await moveSlotById(owner, slotId, '15:00')
    await Promise.all([tellOfMovedSlots(app.database), tellOfMovedSlots(app.database)])
    await tellOfMovedSlots(app.database)
    const told = await slotMovedLettersTo(email)
    expect(told).toMatchObject([{ from: { time: '13:00' }, slot: { date: friday, time: '15:00' } }])
    await expect(accept(token)).rejects.toMatchObject(linkSpentError)
    const newToken = told[0]?.token ?? ''
    const { slot: asked } = await app.client().call(lookUpInvitation, { token: newToken })
    expect(asked).toMatchObject({ time: '15:00' })
    const answer = { token: newToken, seenStart: asked?.startsAt ?? '', ...newKhateebProfile }
    await app.client().call(joinAsKhateeb, answer)
    expect(await slotSeenBy(owner, { ...slot, khutbahTime: '15:00' })).toMatchObject({
      khateeb: 'Bilal Rahman',
    })
  })

  test('sends one letter with the new address when the masjid moves', async () => {
    const { email } = await ask()
    await owner.client.call(updateMasjid, { uid: 'me', masjidAddress: '9 New Road' })
    await tellOfMovedSlots(app.database)
    expect(await slotMovedLettersTo(email)).toMatchObject([{ slot: { address: '9 New Road' } }])
  })

  test('sends at most five letters a day about a slot that moves again and again', async () => {
    const { email } = await ask()
    for (const hour of [14, 15, 16, 17, 18, 19]) {
      await moveSlotById(owner, slotId, `${hour}:00`)
      await tellOfMovedSlots(app.database)
    }
    const told = await slotMovedLettersTo(email)
    expect(told.map((it) => it.slot.time)).toEqual(['14:00', '15:00', '16:00', '17:00', '18:00'])
  })

  test('sends no letter about a moved slot to an address that stopped invitations', async () => {
    const { token, email } = await ask()
    await app.client().call(stopInvitations, { token })
    await moveSlotById(owner, slotId, '14:00')
    await tellOfMovedSlots(app.database)
    expect(await slotMovedLettersTo(email)).toEqual([])
  })

  test('sends a letter if it is revoked or the masjid is deleted, and cannot be accepted after the deletion', async () => {
    const first = await ask()
    const { invitations } = await owner.client.call(getOurKhateebs, { uid: 'me' })
    const invitationId = invitations[0]?.invitationId ?? ''
    await owner.client.call(revokeInvitation, { invitationId })
    await owner.client.call(revokeInvitation, { invitationId })
    const second = await ask()
    await owner.client.call(deleteMasjid, { password })
    await endOutdatedQuestions(app.database)
    await tellOfMovedSlots(app.database)
    expect(await lettersTo(first.email, 'new_khateeb_not_needed')).toMatchObject([{ why: 'revoked' }])
    expect(await lettersTo(second.email, 'new_khateeb_not_needed')).toMatchObject([
      { why: 'masjid_left', slot: { time: '13:00' } },
    ])
    await expect(accept(second.token)).rejects.toMatchObject(linkSpentError)
  })

  test('is replaced by an invitation for another slot, and a letter says that the first slot is no longer offered', async () => {
    const { email, token: first } = await ask()
    const { token: second } = await ask(email)
    expect(await lettersTo(email, 'new_khateeb_not_needed')).toEqual([])
    const other = await slotSeenBy(owner, await postSlot(owner, '15:00'))
    await ask(email, owner, other.slotId)
    expect(await lettersTo(email, 'new_khateeb_not_needed')).toMatchObject([
      { why: 'revoked', slot: { time: '13:00' } },
    ])
    for (const token of [first, second]) await expect(accept(token)).rejects.toMatchObject(linkSpentError)
    const { invitations } = await owner.client.call(getOurKhateebs, { uid: 'me' })
    expect(invitations).toMatchObject([{ email, slot: { time: '15:00' } }])
  })

  test('sends a letter if its slot is removed, but not to an address that stopped invitations', async () => {
    const [willing, unwilling] = [await ask(), await ask()]
    await app.client().call(stopInvitations, { token: unwilling.token })
    await owner.client.call(removeSlot, { ...slot, masjidUid: 'me' })
    await endOutdatedQuestions(app.database)
    expect(await lettersTo(willing.email, 'new_khateeb_not_needed')).toMatchObject([{ why: 'removed' }])
    expect(await lettersTo(unwilling.email, 'new_khateeb_not_needed')).toEqual([])
  })
})
