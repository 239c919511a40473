import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { verifyEmail } from '../../contract/account-email.ts'
import { blockAccount, unblockAccount } from '../../contract/blocks.ts'
import { lookUpInvitation, stopInvitations } from '../../contract/invitation-links.ts'
import { inviteNewKhateeb, revokeInvitation } from '../../contract/members.ts'
import { getOurKhateebs } from '../../contract/our-khateebs.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLetters } from '../../tests/runtime/collect-letters.ts'
import { tokenInLetter } from '../../tests/runtime/email-changes.ts'
import { newKhateeb } from '../../tests/runtime/people.ts'
import { confirmKhateeb, friday, postSlot, type Slot, slotSeenBy } from '../../tests/runtime/slots.ts'
import { newOwner, type TestMember } from '../../tests/runtime/team.ts'
import { deleteOldLetters } from '../letters/delete-old-letters.ts'
import type { OutgoingLetter } from '../letters/transport.ts'
import { endOutdatedQuestions } from './ask-for-slot.ts'
import { tellOfMovedSlots } from './tell-of-moved-slots.ts'

const app = await startApp()

let owner: TestMember
let slot: Slot
let slotId: string
let email: string
beforeEach(async () => {
  await app.database.db.deleteFrom('letters').execute()
  owner = await newOwner(app)
  slot = await postSlot(owner, '13:00')
  ;({ slotId } = await slotSeenBy(owner, slot))
  email = `khateeb-${randomUUID()}@minbar.example`
})

const ask = (by = owner, id = slotId) => by.client.call(inviteNewKhateeb, { email, slotId: id })
const move = (toTime: string) =>
  owner.client.call(moveSlot, { slotId, toDate: friday, toTime, masjidUid: 'me' })

async function revoke(): Promise<void> {
  const { invitations } = await owner.client.call(getOurKhateebs, { uid: 'me' })
  await owner.client.call(revokeInvitation, { invitationId: invitations[0]?.invitationId ?? '' })
}

async function fill(): Promise<void> {
  await confirmKhateeb(owner, await newKhateeb(app.baseUrl), slot)
  await endOutdatedQuestions(app.database)
}

/** Sends the due letters. Returns the letters to the invited address. */
async function sendAndFindLetters(deliver?: (letter: OutgoingLetter) => Promise<void>) {
  const sent = await sendAndCollectLetters(app.database, undefined, deliver)
  return sent.filter(({ to }) => to === email)
}

const kinds = (letters: readonly OutgoingLetter[]) => letters.map(({ kind }) => kind)
const refuse = () => Promise.reject(new Error('The mail server is away.'))

/** Makes all waiting letters due now. */
const makeLettersDue = () =>
  app.database.db
    .updateTable('letters')
    .set({ next_attempt_at: new Date(0) })
    .execute()

/** Sends the due letters, and then those that have waited for the outcome of another letter. Returns all letters to the invited address. */
async function sendAllAndFindLetters(): Promise<OutgoingLetter[]> {
  const sent = await sendAndFindLetters()
  await makeLettersDue()
  return [...sent, ...(await sendAndFindLetters())]
}

test('an invitation for a slot sends no letter if it is revoked before its letter is sent', async () => {
  await ask()
  await revoke()
  expect(await sendAndFindLetters()).toEqual([])
})

test('an invitation for a slot sends a second letter if it is revoked after its letter was sent', async () => {
  await ask()
  expect(kinds(await sendAndFindLetters())).toEqual(['new_khateeb_asked'])
  await revoke()
  expect(kinds(await sendAndFindLetters())).toEqual(['new_khateeb_not_needed'])
})

test('an invitation for a slot sends no letter if it is revoked while its letter waits for a retry', async () => {
  await ask()
  await sendAndFindLetters(refuse)
  await revoke()
  expect(await sendAndFindLetters()).toEqual([])
  await makeLettersDue()
  expect(await sendAndFindLetters()).toEqual([])
})

test('an invitation for a slot becomes an invitation without a slot if the slot is filled before the letter is sent', async () => {
  await ask()
  await fill()
  const [letter, ...others] = await sendAndFindLetters()
  expect([letter?.kind, others]).toEqual(['new_khateeb_invited', []])
  const token = /accept-invitation#token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
  expect(await app.client().call(lookUpInvitation, { token })).toMatchObject({ slot: null })
})

test('the letter with an invitation for a slot mentions no earlier email if the slot moved before this letter was sent', async () => {
  await ask()
  await move('14:00')
  await tellOfMovedSlots(app.database)
  const [letter, ...others] = await sendAllAndFindLetters()
  expect([letter?.kind, others]).toEqual(['new_khateeb_asked', []])
  expect(letter?.text).toContain('2:00 PM')
  expect(letter?.text).not.toContain('1:00 PM')
  await revoke()
  expect(kinds(await sendAndFindLetters())).toEqual(['new_khateeb_not_needed'])
})

test('the letter about a slot that moved twice shows the newest time, and the time in the last sent letter as the old time', async () => {
  await ask()
  await sendAndFindLetters()
  await move('14:00')
  await tellOfMovedSlots(app.database)
  await move('15:00')
  await tellOfMovedSlots(app.database)
  const [letter, ...others] = await sendAllAndFindLetters()
  expect([letter?.kind, others]).toEqual(['new_khateeb_slot_moved', []])
  expect(letter?.text).toContain('1:00 PM')
  expect(letter?.text).toContain('3:00 PM')
  expect(letter?.text).not.toContain('2:00 PM')
})

test('a letter about the end of an invitation for a slot waits while the letter with the invitation is being sent', async () => {
  await ask()
  let early: readonly OutgoingLetter[] = []
  const sent = await sendAndFindLetters(async () => {
    await revoke()
    early = await sendAndFindLetters()
  })
  expect([kinds(sent), early]).toEqual([['new_khateeb_asked'], []])
  await makeLettersDue()
  expect(kinds(await sendAndFindLetters())).toEqual(['new_khateeb_not_needed'])
})

test('a letter about the end of an invitation for a slot is not sent if the masjid has invited the khateeb again for the slot', async () => {
  await ask()
  await sendAndFindLetters()
  await revoke()
  await ask()
  expect(kinds(await sendAndFindLetters())).toEqual(['new_khateeb_asked'])
})

test('a letter about the end of an invitation for a slot is sent only if a letter about the same slot was sent', async () => {
  await ask()
  const other = await newOwner(app)
  const { slotId: otherId } = await slotSeenBy(other, await postSlot(other, '15:00'))
  await sendAndFindLetters(refuse)
  await ask(other, otherId)
  expect(kinds(await sendAndFindLetters())).toEqual(['new_khateeb_asked'])
  await revoke()
  await makeLettersDue()
  expect(await sendAndFindLetters()).toEqual([])
})

test('a letter about the end of an invitation for a slot is sent even after the row of the letter with the invitation was deleted', async () => {
  await ask()
  await sendAndFindLetters()
  const monthAgo = new Date(Date.now() - 31 * 24 * 60 * 60_000)
  await app.database.db
    .updateTable('letters')
    .set({ sent_at: monthAgo })
    .where('recipient', '=', email)
    .execute()
  await app.database.db.updateTable('invitations').set({ created_at: monthAgo }).execute()
  await deleteOldLetters(app.database)
  await revoke()
  expect(kinds(await sendAndFindLetters())).toEqual(['new_khateeb_not_needed'])
})

test('a khateeb who had blocked the masjid when it invited him for a slot gets no letter about the end of the invitation', async () => {
  const khateeb = await newKhateeb(app.baseUrl)
  await app.client().call(verifyEmail, { token: await tokenInLetter(app, khateeb.email, 'welcome') })
  email = khateeb.email
  await sendAndFindLetters()
  await khateeb.client.call(blockAccount, { khateebUid: 'me', masjidUid: owner.uid })
  await ask()
  await khateeb.client.call(unblockAccount, { khateebUid: 'me', masjidUid: owner.uid })
  await revoke()
  expect(await sendAndFindLetters()).toEqual([])
})

test('a queued invitation letter is not sent to an address that has stopped invitations', async () => {
  await ask()
  const token = await tokenInLetter(app, email, 'new_khateeb_asked')
  await app.client().call(stopInvitations, { token })
  expect(await sendAndFindLetters()).toEqual([])
})
