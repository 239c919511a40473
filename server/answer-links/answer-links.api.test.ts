import { beforeEach, describe, expect, test } from 'vitest'
import { answerByLink, lookUpAnswerLink } from '../../contract/answer-links.ts'
import { deleteAccount, getSessions } from '../../contract/identity.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { insertMember } from '../../tests/runtime/add-member.ts'
import { answerTokenIn } from '../../tests/runtime/answer-links.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLetters, sendAndCollectLettersTo } from '../../tests/runtime/collect-letters.ts'
import { linkSpentError } from '../../tests/runtime/email-changes.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { conflict } from '../../tests/runtime/refusals.ts'
import {
  confirmKhateeb,
  friday,
  inviteKhateeb,
  listQueuedLetters,
  postSlot,
  removeKhateebFrom,
  requestSlot,
  revokeInviteOf,
  type Slot,
  slotSeenBy,
  withdrawFrom,
} from '../../tests/runtime/slots.ts'
import { runOperatorCommand } from '../identity/operator-command.ts'

const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot
let seenStart: string

beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  await confirmEmails()
  await app.database.db.deleteFrom('letters').execute()
  slot = await postSlot(masjid, '13:00')
  seenStart = (await slotSeenBy(masjid, slot)).startsAt
})

async function confirmEmails(): Promise<void> {
  const people = app.database.db.updateTable('people').where('email', 'is not', null)
  await people.set({ email_verified_at: new Date() }).execute()
}

/**
 * Sends all due letters. Returns an item for each letter to the address: the token of the letter’s answer link, or undefined if it has
 * none.
 */
async function sendLettersAndListTokens(address: string): Promise<readonly (string | undefined)[]> {
  return (await sendAndCollectLettersTo(app.database, { email: address })).map(({ text }) =>
    answerTokenIn(text),
  )
}

async function sendLettersAndFindToken({ email }: { readonly email: string }): Promise<string> {
  return (await sendLettersAndListTokens(email)).find((it) => it !== undefined) ?? 'no link'
}

const lookUp = (token: string) => app.client().call(lookUpAnswerLink, { token })
const answer = (token: string, given: 'yes' | 'no', start = seenStart) =>
  app.client().call(answerByLink, { token, answer: given, seenStart: start })
const fetchKhateebName = async () => (await slotSeenBy(masjid, slot)).khateeb

async function inviteAndFindToken(): Promise<string> {
  await inviteKhateeb(masjid, khateeb, slot)
  return sendLettersAndFindToken(khateeb)
}

const suspend = ({ uid }: TestAccount) =>
  app.database.transaction((tx) => runOperatorCommand(tx, { uid }, { kind: 'suspend', on: true }))

describe('the link in the letter with an invite', () => {
  test('shows the invite, and changes nothing', async () => {
    const token = await inviteAndFindToken()
    const question = await lookUp(token)
    expect(question).toMatchObject({
      question: 'invite',
      partyUid: khateeb.uid,
      slot: { date: friday, time: '13:00', startsAt: seenStart, note: '' },
      closesCount: { invites: 0, requests: 0 },
    })
    expect(await lookUp(token)).toEqual(question)
    expect(await fetchKhateebName()).toBe('None')
  })

  test('accepts the invite without a session, and creates no session', async () => {
    const sessions = await khateeb.client.call(getSessions, {})
    const token = await inviteAndFindToken()
    expect(await answer(token, 'yes')).toEqual({ changed: true, closed: [] })
    expect(await fetchKhateebName()).not.toBe('None')
    expect(await khateeb.client.call(getSessions, {})).toHaveLength(sessions.length)
    expect(await listQueuedLetters(app.database)).toContain(`invite_accepted to ${masjid.email}`)
    expect(await lookUp(token)).toMatchObject({ question: 'confirmed', agreedStart: null })
  })

  test('withdraws the khateeb, with his reason, after he has accepted the invite', async () => {
    const token = await inviteAndFindToken()
    await answer(token, 'yes')
    const withdraw = () =>
      app.client().call(answerByLink, { token, answer: 'no', seenStart, reason: 'My flight was moved.' })
    expect(await withdraw()).toEqual({ changed: true, closed: [] })
    expect(await withdraw()).toEqual({ changed: false, closed: [] })
    expect(await fetchKhateebName()).toBe('None')
    const letters = await sendAndCollectLetters(app.database)
    const toMasjid = letters.filter(
      (it) => it.to === masjid.email && it.text.includes('My flight was moved.'),
    )
    expect(toMasjid).toHaveLength(1)
    await expect(lookUp(token)).rejects.toMatchObject(linkSpentError)
  })

  test('accepts a repeated answer without an error, and refuses the opposite answer', async () => {
    const token = await inviteAndFindToken()
    await answer(token, 'yes')
    expect(await answer(token, 'yes')).toEqual({ changed: false, closed: [] })
    await expect(answer(token, 'no')).rejects.toMatchObject({ code: 'proposal_accepted' })
  })

  test('rejects the invite', async () => {
    const token = await inviteAndFindToken()
    expect(await answer(token, 'no')).toMatchObject({ changed: true })
    expect(await listQueuedLetters(app.database)).toContain(`invite_rejected to ${masjid.email}`)
    await expect(answer(token, 'yes')).rejects.toMatchObject({ code: 'proposal_rejected' })
  })

  test('no longer works after the invite was revoked, the slot has begun, or the account was deleted', async () => {
    const revoked = await inviteAndFindToken()
    await revokeInviteOf(masjid, khateeb, slot)
    await expect(lookUp(revoked)).rejects.toMatchObject(linkSpentError)
    await expect(answer(revoked, 'yes')).rejects.toMatchObject({ code: 'proposal_revoked' })

    const begun = await inviteAndFindToken()
    await app.setNow(new Date(Date.parse(seenStart) + 1_000).toISOString())
    await expect(lookUp(begun)).rejects.toMatchObject(linkSpentError)
    await expect(answer(begun, 'yes')).rejects.toMatchObject(linkSpentError)
    await app.setNow(null)

    await khateeb.client.call(deleteAccount, { password })
    await expect(answer(begun, 'yes')).rejects.toMatchObject(linkSpentError)
  })

  test('does not work while the masjid is suspended', async () => {
    const token = await inviteAndFindToken()
    await suspend(masjid)
    await expect(lookUp(token)).rejects.toMatchObject(linkSpentError)
  })

  test('stops working at the start time in its letter, even if the masjid has moved the slot to a later time', async () => {
    const token = await inviteAndFindToken()
    const { slotId } = await slotSeenBy(masjid, slot)
    await masjid.client.call(moveSlot, { slotId, toDate: friday, toTime: '20:00', masjidUid: 'me' })
    const { slot: moved } = await lookUp(token)
    await app.setNow(new Date(Date.parse(seenStart) + 1_000).toISOString())
    await expect(lookUp(token)).rejects.toMatchObject(linkSpentError)
    await expect(answer(token, 'yes', moved.startsAt)).rejects.toMatchObject(linkSpentError)
    await app.setNow(null)
  })

  test('shows the new time after the slot has moved, and refuses an answer for the old time', async () => {
    const token = await inviteAndFindToken()
    const { slotId } = await slotSeenBy(masjid, slot)
    await masjid.client.call(moveSlot, { slotId, toDate: friday, toTime: '12:00', masjidUid: 'me' })
    const { slot: moved } = await lookUp(token)
    expect(moved.time).toBe('12:00')
    await expect(answer(token, 'yes')).rejects.toMatchObject({ code: 'start_changed' })
    expect(await answer(await sendLettersAndFindToken(khateeb), 'yes', moved.startsAt)).toMatchObject({
      changed: true,
    })
  })

  test('answers for the recipient of the letter, even in a browser where a viewer of a masjid is signed in', async () => {
    const token = await inviteAndFindToken()
    const other = await newMasjid(app.baseUrl)
    const personId = await personIdOf(app.database.db, other.uid)
    await insertMember(app.database.db, other.uid, 'owner')
    const membership = app.database.db.updateTable('memberships').where('person_id', '=', personId)
    await membership.set({ role: 'viewer' }).execute()
    expect(await other.client.call(answerByLink, { token, answer: 'yes', seenStart })).toMatchObject({
      changed: true,
    })
  })

  test('is not in a letter to an unconfirmed address', async () => {
    await app.database.db
      .updateTable('people')
      .set({ email_verified_at: null })
      .where('email', '=', khateeb.email)
      .execute()
    await inviteKhateeb(masjid, khateeb, slot)
    expect(await sendLettersAndListTokens(khateeb.email)).toEqual([undefined])
  })

  test('is beside each invite in a digest', async () => {
    await inviteKhateeb(masjid, khateeb, slot)
    await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '15:00'))
    // Held letters to a member are sent together, as one digest.
    await app.database.db.updateTable('letters').set({ held: true }).execute()
    const [digest, ...others] = await sendAndCollectLettersTo(app.database, khateeb)
    expect(others).toEqual([])
    const links = [...(digest?.text ?? '').matchAll(/\/answer#token=([\w-]{43})/gu)]
    expect(await Promise.all(links.map(([, token = '']) => lookUp(token)))).toMatchObject([
      { slot: { time: '13:00' } },
      { slot: { time: '15:00' } },
    ])
  })
})

describe('the link in the letter with a request', () => {
  test('approves the request, and the audit names the member to whom the letter was sent', async () => {
    await requestSlot(khateeb, slot)
    const token = await sendLettersAndFindToken(masjid)
    expect(await lookUp(token)).toMatchObject({ question: 'request', partyUid: masjid.uid })
    expect(await answer(token, 'yes')).toMatchObject({ changed: true })
    expect(await answer(token, 'yes')).toMatchObject({ changed: false })
    expect(await fetchKhateebName()).not.toBe('None')
    const audit = app.database.db.selectFrom('audit').where('event', '=', 'request_accepted')
    const { by_person_id } = await audit
      .select('by_person_id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(by_person_id).toBe(await personIdOf(app.database.db, masjid.uid))
  })

  test('no longer works for a member who has become a viewer or was removed', async () => {
    const other = await newMasjid(app.baseUrl)
    await confirmEmails()
    const theirs = await postSlot(other, '13:00')
    await requestSlot(khateeb, theirs)
    const token = await sendLettersAndFindToken(other)
    await insertMember(app.database.db, other.uid, 'owner')
    const personId = await personIdOf(app.database.db, other.uid)
    const { db } = app.database
    await db.updateTable('memberships').set({ role: 'viewer' }).where('person_id', '=', personId).execute()
    await expect(lookUp(token)).rejects.toMatchObject(linkSpentError)
    await expect(answer(token, 'yes')).rejects.toMatchObject(linkSpentError)
    await db.deleteFrom('memberships').where('person_id', '=', personId).execute()
    await expect(answer(token, 'yes')).rejects.toMatchObject(linkSpentError)
  })

  test('does not approve the request again after the khateeb has withdrawn', async () => {
    await requestSlot(khateeb, slot)
    const token = await sendLettersAndFindToken(masjid)
    expect(await answer(token, 'yes')).toMatchObject({ changed: true })
    expect(await answer(token, 'yes')).toMatchObject({ changed: false })
    await withdrawFrom(khateeb, slot)
    await expect(answer(token, 'yes')).rejects.toMatchObject({ code: 'assignment_withdrawn' })
  })
})

describe('the link in the letter about a moved khutbah', () => {
  test('confirms the new time, and no longer works after the masjid has removed the khateeb', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    await sendAndCollectLetters(app.database)
    const { slotId } = await slotSeenBy(masjid, slot)
    await masjid.client.call(moveSlot, { slotId, toDate: friday, toTime: '16:00', masjidUid: 'me' })
    const token = await sendLettersAndFindToken(khateeb)
    const { question, slot: moved, agreedStart } = await lookUp(token)
    expect([question, agreedStart]).toEqual([
      'reconfirmation',
      { date: friday, time: '13:00', startsAt: `${friday}T18:00:00.000Z` },
    ])
    await expect(answer(token, 'no', moved.startsAt)).rejects.toMatchObject({ code: 'proposal_accepted' })
    await expect(answer(token, 'yes')).rejects.toMatchObject({ code: 'start_changed' })
    expect(await answer(token, 'yes', moved.startsAt)).toEqual({ changed: true, closed: [] })
    expect(await listQueuedLetters(app.database)).toContain(`khateeb_reconfirmed to ${masjid.email}`)
    await removeKhateebFrom(masjid, { ...slot, khutbahTime: '16:00' })
    await expect(lookUp(token)).rejects.toMatchObject(linkSpentError)
    await expect(answer(token, 'yes', moved.startsAt)).rejects.toMatchObject({ code: 'assignment_removed' })
  })

  test('confirms the new time while the masjid is suspended, and shows the suspension', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    await sendAndCollectLetters(app.database)
    const { slotId } = await slotSeenBy(masjid, slot)
    await masjid.client.call(moveSlot, { slotId, toDate: friday, toTime: '16:00', masjidUid: 'me' })
    const token = await sendLettersAndFindToken(khateeb)
    const place = { address: expect.stringMatching(/./u), zipCode: expect.stringMatching(/./u) }
    expect(await lookUp(token)).toMatchObject({ masjidSuspended: false, slot: place })
    await suspend(masjid)
    const { question, masjidSuspended, slot: moved } = await lookUp(token)
    expect([question, masjidSuspended]).toEqual(['reconfirmation', true])
    expect(moved).toMatchObject({ address: '', zipCode: '' })
    expect(await answer(token, 'yes', moved.startsAt)).toEqual({ changed: true, closed: [] })
  })

  test('does not work for a suspended khateeb', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    await sendAndCollectLetters(app.database)
    await masjid.client.call(moveSlot, { ...slot, toDate: friday, toTime: '16:00' })
    const token = await sendLettersAndFindToken(khateeb)
    await suspend(khateeb)
    await expect(lookUp(token)).rejects.toMatchObject(linkSpentError)
  })
})

describe('the link of an accepted invite, after the assignment has ended,', () => {
  test('does not withdraw the khateeb from a later assignment for the slot, and says that he was confirmed again', async () => {
    const earlier = await inviteAndFindToken()
    await answer(earlier, 'yes')
    const { slotId } = await slotSeenBy(masjid, slot)
    await removeKhateebFrom(masjid, slot)
    await confirmKhateeb(masjid, khateeb, slot)
    const withdrawal = { token: earlier, answer: 'no', seenStart, reason: 'I am ill.' } as const
    await expect(app.client().call(answerByLink, withdrawal)).rejects.toMatchObject(
      conflict('confirmed_again'),
    )
    expect(await slotSeenBy(masjid, slot)).toMatchObject({ slotId, khateebUid: khateeb.uid })
  })

  test('does not confirm a new time of the slot after the khateeb was confirmed for the slot again', async () => {
    const earlier = await inviteAndFindToken()
    await answer(earlier, 'yes')
    await removeKhateebFrom(masjid, slot)
    await confirmKhateeb(masjid, khateeb, slot)
    const { slotId } = await slotSeenBy(masjid, slot)
    await masjid.client.call(moveSlot, { slotId, toDate: friday, toTime: '16:00', masjidUid: 'me' })
    const { startsAt } = await slotSeenBy(masjid, { ...slot, khutbahTime: '16:00' })
    await expect(lookUp(earlier)).rejects.toMatchObject(linkSpentError)
    await expect(answer(earlier, 'yes', startsAt)).rejects.toMatchObject({ code: 'assignment_removed' })
    expect(await lookUp(await sendLettersAndFindToken(khateeb))).toMatchObject({ question: 'reconfirmation' })
  })
})
