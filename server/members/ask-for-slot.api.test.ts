import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { verifyEmail } from '../../contract/account-email.ts'
import { answerByLink, lookUpAnswerLink } from '../../contract/answer-links.ts'
import { removeKhateeb } from '../../contract/assignments.ts'
import { updateAvailability } from '../../contract/availability.ts'
import { sendPasswordReset } from '../../contract/identity.ts'
import {
  acceptInvitation,
  acceptSlotByInvitation,
  declineInvitation,
  joinAsKhateeb,
  lookUpInvitation,
  stopInvitations,
} from '../../contract/invitation-links.ts'
import { describeSlots, removeSlot } from '../../contract/khutbahs.ts'
import { deleteMasjid, inviteNewKhateeb, revokeInvitation } from '../../contract/members.ts'
import { getOurKhateebs, markKhateeb } from '../../contract/our-khateebs.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { answerTokenIn } from '../../tests/runtime/answer-links.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLetters } from '../../tests/runtime/collect-letters.ts'
import { linkSpentError, signInWith, tokenInLetter } from '../../tests/runtime/email-changes.ts'
import { newKhateeb, password, type TestAccount } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { readCalendar } from '../../tests/runtime/read-calendar.ts'
import { conflict } from '../../tests/runtime/refusals.ts'
import { confirmKhateeb, friday, postSlot, type Slot, slotSeenBy } from '../../tests/runtime/slots.ts'
import { newOwner, type TestMember } from '../../tests/runtime/team.ts'
import { runOperatorCommand } from '../identity/operator-command.ts'
import { endOutdatedQuestions } from './ask-for-slot.ts'
import { tellOfMovedSlots } from './tell-of-moved-slots.ts'

const app = await startApp({
  env: { LIMIT_RESET: '1000/600', LIMIT_SIGN_UP: '1000/600', LIMIT_PROPOSAL: '1000/60' },
})

let owner: TestMember
let slot: Slot
let slotId: string
let seenStart: string
beforeEach(async () => {
  owner = await newOwner(app)
  slot = await postSlot(owner, '13:00')
  ;({ slotId, startsAt: seenStart } = await slotSeenBy(owner, slot))
})

const profile = { firstName: 'Bilal', lastName: 'Rahman', phone: '(313) 555-0111', zipCode: '48126' }
const newAddress = () => `khateeb-${randomUUID()}@minbar.example`

/** Invites an email address to fill the slot. Returns the token in the letter. */
async function ask(email: string = newAddress(), by: TestMember = owner, id = slotId) {
  await by.client.call(inviteNewKhateeb, { email, slotId: id })
  return { email, token: await tokenInLetter(app, email, 'new_khateeb_asked') }
}
const accept = (token: string) => app.client().call(joinAsKhateeb, { token, seenStart, ...profile })
const acceptWithAccount = (token: string) => app.client().call(acceptSlotByInvitation, { token, seenStart })
const nameInSlot = async () => (await slotSeenBy(owner, slot)).khateeb
const lettersTo = (email: string, kind: 'new_khateeb_not_needed' | 'new_khateeb_confirmed') =>
  queuedLetters(app.database, email, kind)

/** Sends the queued letters. Returns the letters to an address. If `kind` is given, returns only letters of this kind. */
async function sendAndFindLettersTo(email: string, kind?: string) {
  const sent = await sendAndCollectLetters(app.database)
  return sent.filter((it) => it.to === email && (kind === undefined || it.kind === kind))
}

const slotMovedLettersTo = (email: string) => queuedLetters(app.database, email, 'new_khateeb_slot_moved')
async function move(toTime: string): Promise<void> {
  await owner.client.call(moveSlot, { slotId, toDate: friday, toTime, masjidUid: 'me' })
}

async function newConfirmedKhateeb(): Promise<TestAccount> {
  const khateeb = await newKhateeb(app.baseUrl)
  await app.client().call(verifyEmail, { token: await tokenInLetter(app, khateeb.email, 'welcome') })
  return khateeb
}

describe('a khateeb without an account who is invited for a slot', () => {
  test('accepts the slot by the link in the letter, without a password, and is then an approved khateeb of the masjid', async () => {
    const { token, email } = await ask()
    expect(await app.client().call(lookUpInvitation, { token })).toMatchObject({
      invitedAs: 'khateeb',
      hasAccount: false,
      slot: { slotId, date: friday, time: '13:00', startsAt: seenStart, isOpen: true },
    })
    const { uid } = await accept(token)
    expect(await slotSeenBy(owner, slot)).toMatchObject({ khateeb: 'Bilal Rahman', khateebUid: uid })
    expect(await queuedLetters(app.database, owner.email, 'invite_accepted')).toHaveLength(1)
    expect(await lettersTo(email, 'new_khateeb_confirmed')).toMatchObject([{ name: 'Bilal Rahman' }])
    await expect(signInWith(app, email)).rejects.toMatchObject({ code: 'wrong_credentials' })
    await app.client().call(sendPasswordReset, { email })
    const { khateebs, invitations } = await owner.client.call(getOurKhateebs, { uid: 'me' })
    expect(khateebs).toMatchObject([{ uid, mark: 'approved' }])
    expect(invitations).toEqual([])
  })

  test('sees the language in the letter, and also the note on the page, before he answers', async () => {
    const note = 'Please park behind the masjid.'
    await owner.client.call(describeSlots, { masjidUid: 'me', slotIds: [slotId], language: 'ur', note })
    const { token, email } = await ask()
    const { slot: asked } = await app.client().call(lookUpInvitation, { token })
    expect(asked).toMatchObject({ language: 'ur', note })
    const [letter] = await sendAndFindLettersTo(email, 'new_khateeb_asked')
    expect(letter?.text).toContain('Language: Urdu')
    // To prevent abuse, the letter has no text that the masjid wrote, except its name.
    expect(letter?.text).not.toContain(note)
    await accept(token)
    const [confirmed] = await sendAndFindLettersTo(email, 'new_khateeb_confirmed')
    expect(confirmed?.text).toContain('Language: Urdu')
    expect(confirmed?.text).toContain(note)
  })

  test('accepts, then reads the masjid’s name and phone in a letter, and can withdraw by the letter’s link without a password', async () => {
    const { token, email } = await ask()
    await accept(token)
    const [confirmed] = await sendAndFindLettersTo(email, 'new_khateeb_confirmed')
    expect(confirmed?.text).toContain(`Masjid: ${owner.name}`)
    expect(confirmed?.text).toContain('Phone: (313) 555-0100')
    const answer = { token: answerTokenIn(confirmed?.text ?? '') ?? 'no link', seenStart }
    expect(await app.client().call(lookUpAnswerLink, { token: answer.token })).toMatchObject({
      question: 'confirmed',
    })
    await app.client().call(answerByLink, { ...answer, answer: 'no', reason: 'I am ill.' })
    expect(await nameInSlot()).toBe('None')
    expect(await queuedLetters(app.database, owner.email, 'khateeb_withdrew')).toMatchObject([
      { reason: 'I am ill.' },
    ])
  })

  test('accepts the slot without a password, whatever rules the operator has for passwords', async () => {
    const strict = await startApp({ env: { PASSWORD_MAX_LENGTH: '40', PASSWORD_NON_ALPHANUMERIC: 'yes' } })
    const inviter = await newOwner(strict)
    const open = await slotSeenBy(inviter, await postSlot(inviter, '13:00'))
    const email = newAddress()
    await inviter.client.call(inviteNewKhateeb, { email, slotId: open.slotId })
    const token = await tokenInLetter(strict, email, 'new_khateeb_asked')
    const answer = { token, seenStart: open.startsAt, ...profile }
    expect(await strict.client().call(joinAsKhateeb, answer)).toEqual({ uid: expect.any(String) })
    await strict.stop()
  })

  test('accepts, then gets the letters about confirmation, moves and removal, each with the same calendar event', async () => {
    const { token, email } = await ask()
    await accept(token)
    const letters = async () => (await sendAndCollectLetters(app.database)).filter((it) => it.to === email)
    const seen = async () =>
      (await letters()).map(({ kind, calendar }) => {
        const [{ method, content } = { method: 'none', content: '' }] = calendar
        return { kind, method, events: content === '' ? [] : readCalendar(content) }
      })
    const confirmed = (await seen()).filter((it) => it.kind === 'new_khateeb_confirmed')
    await move('13:10')
    const moved = await seen()
    await move('16:00')
    const askedAgain = await seen()
    await owner.client.call(removeKhateeb, { slotId, masjidUid: 'me' })
    const removed = await seen()
    const all = [...confirmed, ...moved, ...askedAgain, ...removed]
    expect(all.map(({ kind, method, events }) => [kind, method, events[0]?.status])).toEqual([
      ['new_khateeb_confirmed', 'PUBLISH', 'CONFIRMED'],
      ['slot_moved', 'PUBLISH', 'CONFIRMED'],
      ['slot_moved', 'PUBLISH', 'TENTATIVE'],
      ['khateeb_removed', 'CANCEL', 'CANCELLED'],
    ])
    expect(new Set(all.map(({ events }) => events[0]?.uid)).size).toBe(1)
    const sequences = all.map(({ events }) => events[0]?.sequence ?? 0)
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b))
  })

  test('reads the current time of the slot in a confirmation letter that was queued before a move', async () => {
    const { token, email } = await ask()
    await accept(token)
    await move('13:10')
    const [confirmed] = await sendAndFindLettersTo(email, 'new_khateeb_confirmed')
    expect(confirmed?.text).toContain('1:10 PM')
    expect(confirmed?.text).not.toContain('1:00 PM')
  })

  test.each<[string, () => Promise<unknown>, string]>([
    ['removed', () => owner.client.call(removeKhateeb, { slotId, masjidUid: 'me' }), 'khateeb_removed'],
    ['asked to confirm a new time', () => move('16:00'), 'slot_moved'],
  ])('does not get a queued confirmation letter after he was %s', async (_, change, told) => {
    const { token, email } = await ask()
    await accept(token)
    await change()
    const kinds = (await sendAndFindLettersTo(email)).map(({ kind }) => kind)
    expect(kinds).toContain(told)
    expect(kinds).not.toContain('new_khateeb_confirmed')
  })

  test('can neither accept nor decline while the masjid is suspended', async () => {
    const { token } = await ask()
    await app.database.transaction((tx) =>
      runOperatorCommand(tx, { uid: owner.uid }, { kind: 'suspend', on: true }),
    )
    const suspended = conflict('masjid_suspended')
    await expect(accept(token)).rejects.toMatchObject(suspended)
    await expect(app.client().call(declineInvitation, { token })).rejects.toMatchObject(suspended)
  })

  test('can decline: the owner gets a letter, and no account is created', async () => {
    const { token, email } = await ask()
    expect(await app.client().call(declineInvitation, { token })).toEqual({})
    expect(await queuedLetters(app.database, owner.email, 'invited_khateeb_declined')).toMatchObject([
      { name: owner.name, email, slot: { date: friday, time: '13:00' } },
    ])
    await expect(accept(token)).rejects.toMatchObject(linkSpentError)
    const people = app.database.reader.selectFrom('people').where('email', '=', email).select('id')
    expect(await people.execute()).toEqual([])
    expect(await nameInSlot()).toBe('None')
  })

  test('cannot accept a taken slot: the link stays valid, and no account is created', async () => {
    const { token, email } = await ask()
    await confirmKhateeb(owner, await newKhateeb(app.baseUrl), slot)
    await expect(accept(token)).rejects.toMatchObject(conflict('slot_taken'))
    const people = app.database.reader.selectFrom('people').where('email', '=', email).select('id')
    expect(await people.execute()).toEqual([])
    const looked = await app.client().call(lookUpInvitation, { token })
    expect(looked).toMatchObject({ slot: { isOpen: false } })
  })

  test('cannot accept if the slot’s start has changed since he saw it', async () => {
    const { token } = await ask()
    const move = { ...slot, toDate: friday, toTime: '14:00' }
    await owner.client.call(moveSlot, { ...move, masjidUid: 'me' })
    await expect(accept(token)).rejects.toMatchObject(conflict('start_changed'))
    expect(await app.client().call(lookUpInvitation, { token })).toMatchObject({ slot: { time: '14:00' } })
  })
})

describe('a khateeb with an account who is invited for a slot', () => {
  test('with a confirmed email accepts without signing in', async () => {
    const khateeb = await newConfirmedKhateeb()
    const { token } = await ask(khateeb.email)
    expect(await app.client().call(lookUpInvitation, { token })).toMatchObject({ isOfKhateeb: true })
    expect(await acceptWithAccount(token)).toEqual({})
    expect(await nameInSlot()).toBe(khateeb.name)
  })

  test('with an unconfirmed email can accept only when signed in', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    const { token } = await ask(khateeb.email)
    await expect(acceptWithAccount(token)).rejects.toMatchObject({ status: 403, code: 'not_invited' })
    await khateeb.client.call(acceptInvitation, { token, seenStart })
    expect(await nameInSlot()).toBe(khateeb.name)
  })

  test('can accept a slot on a date on which he is away', async () => {
    const khateeb = await newConfirmedKhateeb()
    await khateeb.client.call(updateAvailability, { uid: 'me', awayDates: [friday] })
    const { token } = await ask(khateeb.email)
    await acceptWithAccount(token)
    expect(await nameInSlot()).toBe(khateeb.name)
  })

  test('cannot accept two slots whose times overlap', async () => {
    const khateeb = await newConfirmedKhateeb()
    const other = await newOwner(app)
    const otherSlot = await postSlot(other, '13:30')
    const { token } = await ask(khateeb.email)
    const { slotId: otherId, startsAt } = await slotSeenBy(other, otherSlot)
    await app.database.reader.deleteFrom('letters').where('recipient', '=', khateeb.email).execute()
    const second = await ask(khateeb.email, other, otherId)
    await acceptWithAccount(token)
    const again = app.client().call(acceptSlotByInvitation, { token: second.token, seenStart: startsAt })
    await expect(again).rejects.toMatchObject(conflict('khateeb_busy'))
  })

  test('is refused if he is marked as not wanted, and the failure does not reveal the mark', async () => {
    const khateeb = await newConfirmedKhateeb()
    await owner.client.call(markKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, mark: 'not_wanted' })
    const { token } = await ask(khateeb.email)
    await expect(acceptWithAccount(token)).rejects.toMatchObject(conflict('proposal_closed'))
  })
})

const decline = (token: string) => app.client().call(declineInvitation, { token })
const lettersOf = async (email: string) =>
  (await sendAndCollectLetters(app.database)).filter((it) => it.to === email).map(({ kind }) => kind)

describe('an answer that is repeated because its response was lost', () => {
  test('gets the same response and changes nothing if a khateeb with an account said Yes', async () => {
    const khateeb = await newConfirmedKhateeb()
    const { token } = await ask(khateeb.email)
    expect(await acceptWithAccount(token)).toEqual({})
    await lettersOf(owner.email)
    expect(await acceptWithAccount(token)).toEqual({})
    expect(await khateeb.client.call(acceptInvitation, { token, seenStart })).toEqual({ uid: khateeb.uid })
    expect(await lettersOf(owner.email)).toEqual([])
  })

  test('gets the same response and changes nothing if a khateeb without an account said Yes', async () => {
    const { token, email } = await ask()
    const { uid } = await accept(token)
    await lettersOf(email)
    expect(await accept(token)).toEqual({ uid })
    expect(await lettersOf(email)).toEqual([])
  })

  test('gets the same response and changes nothing if the answer was No', async () => {
    const { token } = await ask()
    await decline(token)
    await lettersOf(owner.email)
    expect(await decline(token)).toEqual({})
    expect(await lettersOf(owner.email)).toEqual([])
  })

  test('is refused if the khateeb has lost the slot, or if the slot has another start now', async () => {
    const khateeb = await newConfirmedKhateeb()
    const { token } = await ask(khateeb.email)
    await acceptWithAccount(token)
    await move('13:10')
    await expect(acceptWithAccount(token)).rejects.toMatchObject(linkSpentError)
    await move('13:00')
    expect(await acceptWithAccount(token)).toEqual({})
    await owner.client.call(removeKhateeb, { slotId, masjidUid: 'me' })
    await expect(acceptWithAccount(token)).rejects.toMatchObject(linkSpentError)
  })

  test('is refused if it differs from the first answer, or if the invitation was revoked', async () => {
    const [accepted, revoked] = [await ask(), await ask()]
    const { invitations } = await owner.client.call(getOurKhateebs, { uid: 'me' })
    const invitationId = invitations.find((it) => it.email === revoked.email)?.invitationId ?? ''
    await owner.client.call(revokeInvitation, { invitationId })
    await accept(accepted.token)
    await expect(decline(accepted.token)).rejects.toMatchObject(linkSpentError)
    await expect(decline(revoked.token)).rejects.toMatchObject(linkSpentError)
    await expect(accept(revoked.token)).rejects.toMatchObject(linkSpentError)
  })
})

describe('an invitation for a slot', () => {
  test('is refused if the slot is taken, removed, or of another masjid', async () => {
    const email = newAddress()
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
    expect(await app.client().call(joinAsKhateeb, { token, password, ...profile })).toMatchObject({})
  })

  test('sends one letter after two moves of the slot, even with concurrent jobs, and the letter’s link accepts the new time', async () => {
    const { token, email } = await ask()
    await tellOfMovedSlots(app.database)
    expect(await slotMovedLettersTo(email)).toEqual([])
    await move('14:00')
    await move('15:00')
    await Promise.all([tellOfMovedSlots(app.database), tellOfMovedSlots(app.database)])
    await tellOfMovedSlots(app.database)
    const told = await slotMovedLettersTo(email)
    expect(told).toMatchObject([{ from: { time: '13:00' }, slot: { date: friday, time: '15:00' } }])
    await expect(accept(token)).rejects.toMatchObject(linkSpentError)
    const newToken = told[0]?.token ?? ''
    const { slot: asked } = await app.client().call(lookUpInvitation, { token: newToken })
    expect(asked).toMatchObject({ time: '15:00' })
    const answer = { token: newToken, seenStart: asked?.startsAt ?? '', ...profile }
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
      await move(`${hour}:00`)
      await tellOfMovedSlots(app.database)
    }
    const told = await slotMovedLettersTo(email)
    expect(told.map((it) => it.slot.time)).toEqual(['14:00', '15:00', '16:00', '17:00', '18:00'])
  })

  test('sends no letter about a moved slot to an address that stopped invitations', async () => {
    const { token, email } = await ask()
    await app.client().call(stopInvitations, { token })
    await move('14:00')
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
