import { beforeEach, describe, expect, test } from 'vitest'
import { answerByLink, lookUpAnswerLink } from '../../contract/answer-links.ts'
import { removeKhateeb } from '../../contract/assignments.ts'
import { sendPasswordReset } from '../../contract/identity.ts'
import { declineInvitation, joinAsKhateeb, lookUpInvitation } from '../../contract/invitation-links.ts'
import { describeSlots } from '../../contract/khutbahs.ts'
import { inviteNewKhateeb } from '../../contract/members.ts'
import { getOurKhateebs } from '../../contract/our-khateebs.ts'
import { answerTokenIn } from '../../tests/runtime/answer-links.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLettersTo, sendAndListKindsTo } from '../../tests/runtime/collect-letters.ts'
import { linkSpentError, signInWith, tokenInLetter } from '../../tests/runtime/email-changes.ts'
import { newKhateeb } from '../../tests/runtime/people.ts'
import {
  askByEmail,
  moveSlotById,
  newKhateebAddress,
  newKhateebProfile,
  newOwnerWithSlot,
} from '../../tests/runtime/questions-by-email.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { readCalendar } from '../../tests/runtime/read-calendar.ts'
import { conflict } from '../../tests/runtime/refusals.ts'
import { confirmKhateeb, friday, postSlot, type Slot, slotSeenBy } from '../../tests/runtime/slots.ts'
import { newOwner, type TestMember } from '../../tests/runtime/team.ts'
import { runOperatorCommand } from '../identity/operator-command.ts'

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
const nameInSlot = async () => (await slotSeenBy(owner, slot)).khateeb

const lettersTo = (email: string, kind: 'new_khateeb_not_needed' | 'new_khateeb_confirmed') =>
  queuedLetters(app.database, email, kind)

/** Sends the queued letters. Returns the letters of a kind to an address. */
async function sendAndFindLettersTo(email: string, kind: string) {
  return (await sendAndCollectLettersTo(app.database, { email })).filter((it) => it.kind === kind)
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

  test('gets a letter with the masjid’s name and phone after he accepts, and can withdraw by its link without a password', async () => {
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
    const email = newKhateebAddress()
    await inviter.client.call(inviteNewKhateeb, { email, slotId: open.slotId })
    const token = await tokenInLetter(strict, email, 'new_khateeb_asked')
    const answer = { token, seenStart: open.startsAt, ...newKhateebProfile }
    expect(await strict.client().call(joinAsKhateeb, answer)).toEqual({ uid: expect.any(String) })
    await strict.stop()
  })

  test('accepts, then gets the letters about confirmation, moves and removal, each with the same calendar event', async () => {
    const { token, email } = await ask()
    await accept(token)
    const seen = async () =>
      (await sendAndCollectLettersTo(app.database, { email })).map(({ kind, calendar }) => {
        const [{ method, content } = { method: 'none', content: '' }] = calendar
        return { kind, method, events: content === '' ? [] : readCalendar(content) }
      })
    const confirmed = (await seen()).filter((it) => it.kind === 'new_khateeb_confirmed')
    await moveSlotById(owner, slotId, '13:10')
    const moved = await seen()
    await moveSlotById(owner, slotId, '16:00')
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
    await moveSlotById(owner, slotId, '13:10')
    const [confirmed] = await sendAndFindLettersTo(email, 'new_khateeb_confirmed')
    expect(confirmed?.text).toContain('1:10 PM')
    expect(confirmed?.text).not.toContain('1:00 PM')
  })

  test.each<[string, () => Promise<unknown>, string]>([
    ['removed', () => owner.client.call(removeKhateeb, { slotId, masjidUid: 'me' }), 'khateeb_removed'],
    ['asked to confirm a new time', () => moveSlotById(owner, slotId, '16:00'), 'slot_moved'],
  ])('does not get a queued confirmation letter after he was %s', async (_, change, told) => {
    const { token, email } = await ask()
    await accept(token)
    await change()
    const kinds = await sendAndListKindsTo(app.database, { email })
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
    const people = app.database.db.selectFrom('people').where('email', '=', email).select('id')
    expect(await people.execute()).toEqual([])
    expect(await nameInSlot()).toBe('None')
  })

  test('cannot accept a taken slot: the link stays valid, and no account is created', async () => {
    const { token, email } = await ask()
    await confirmKhateeb(owner, await newKhateeb(app.baseUrl), slot)
    await expect(accept(token)).rejects.toMatchObject(conflict('slot_taken'))
    const people = app.database.db.selectFrom('people').where('email', '=', email).select('id')
    expect(await people.execute()).toEqual([])
    const looked = await app.client().call(lookUpInvitation, { token })
    expect(looked).toMatchObject({ slot: { isOpen: false } })
  })

  test('cannot accept if the slot’s start has changed since he saw it', async () => {
    const { token } = await ask()
    await moveSlotById(owner, slotId, '14:00')
    await expect(accept(token)).rejects.toMatchObject(conflict('start_changed'))
    expect(await app.client().call(lookUpInvitation, { token })).toMatchObject({ slot: { time: '14:00' } })
  })
})
