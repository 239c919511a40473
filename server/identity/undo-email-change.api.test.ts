import { beforeEach, describe, expect, test } from 'vitest'
import { getEmail } from '../../contract/account-email.ts'
import { makeCalendarAddress } from '../../contract/calendar.ts'
import { undoEmailChange } from '../../contract/email-change.ts'
import { deleteAccount, exportData, getSession, resetPassword } from '../../contract/identity.ts'
import { startApp } from '../../tests/runtime/app.ts'
import {
  changeEmailOf,
  emailTakenError,
  linkSpentError,
  requestEmailChange,
  signInWith,
  tokenInLetter,
  unusedAddress,
  wrongCredentialsError,
} from '../../tests/runtime/email-changes.ts'
import {
  changePasswordOf,
  newKhateeb,
  newMasjid,
  password,
  type TestAccount,
} from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { withPermanentSession } from '../../tests/runtime/session.ts'
import { listQueuedLetters } from '../../tests/runtime/slots.ts'
import { deleteOldLetters } from '../letters/delete-old-letters.ts'
import { deleteExpiredIdentityData } from './delete-expired.ts'

let person: TestAccount

const app = await startApp()
beforeEach(async () => {
  person = await newKhateeb(app.baseUrl)
  await app.database.db.deleteFrom('letters').execute()
})

const undoChange = (token: string) => app.client().call(undoEmailChange, { token })

describe('undoing an email change', () => {
  test('restores the old address, ends all sessions and invalidates the password', async () => {
    const { email, name, client } = person
    const newEmail = unusedAddress()
    const undoToken = await changeEmailOf(app, person, email, newEmail)
    expect(await undoChange(undoToken)).toEqual({})
    expect(await client.call(getSession, {})).toBeNull()
    for (const address of [email, newEmail])
      await expect(signInWith(app, address)).rejects.toMatchObject(wrongCredentialsError)
    expect(await queuedLetters(app.database, newEmail, 'email_change_undone')).toEqual([{ name }])

    const token = await tokenInLetter(app, email, 'email_restored')
    await app.client().call(resetPassword, { token, password: 'new minaret' })
    const { token: session } = await signInWith(app, email, 'new minaret')
    const restored = { email, emailVerified: true, newEmail: null }
    expect(await app.client(session).call(getEmail, {})).toEqual(restored)
    await expect(undoChange(undoToken)).rejects.toMatchObject(linkSpentError)
  })

  test('deletes calendar addresses that were made after the change, and keeps earlier ones', async () => {
    const makeAddress = async () => (await person.client.call(makeCalendarAddress, {})).path
    const statusOf = async (path: string) => (await fetch(`${app.baseUrl}${path}`)).status
    const earlier = await makeAddress()
    const undoToken = await changeEmailOf(app, person, person.email, unusedAddress())
    expect(await undoChange(undoToken)).toEqual({})
    expect(await statusOf(earlier)).toBe(200)

    person = await newKhateeb(app.baseUrl)
    const secondUndoToken = await changeEmailOf(app, person, person.email, unusedAddress())
    const later = await makeAddress()
    expect(await undoChange(secondUndoToken)).toEqual({})
    expect(await statusOf(later)).toBe(404)
  })

  test('is possible for a week after the change', async () => {
    await app.setNow('2026-12-28T12:00:00Z')
    const { email } = person
    const member = await withPermanentSession(app, person)
    const undoToken = await changeEmailOf(app, member, email, unusedAddress())
    await app.setNow('2027-01-04T12:00:00Z')
    await expect(undoChange(undoToken)).rejects.toMatchObject(linkSpentError)
    await app.setNow('2027-01-04T11:59:59Z')
    expect(await undoChange(undoToken)).toEqual({})
    await app.setNow(null)
  })

  test('works after a second email change, and then invalidates the second undo link', async () => {
    const { email } = person
    const [attackers, attackersSecond] = [unusedAddress(), unusedAddress()]
    const first = await changeEmailOf(app, person, email, attackers)
    const second = await changeEmailOf(app, person, attackers, attackersSecond)
    await requestEmailChange(person, unusedAddress())
    expect(await undoChange(first)).toEqual({})
    await expect(undoChange(second)).rejects.toMatchObject(linkSpentError)
    const { db } = app.database
    const personId = await personIdOf(db, person.uid)
    const people = db.selectFrom('people').select('email').where('id', '=', personId)
    expect(await people.executeTakeFirst()).toEqual({ email })
    expect(await person.client.call(getSession, {})).toBeNull()
    const links = db.selectFrom('links').select('purpose').where('person_id', '=', personId)
    expect(await links.where('spent_at', 'is', null).execute()).toEqual([{ purpose: 'reset_password' }])
  })

  test('works for the first email change even after the second change was undone', async () => {
    const { email } = person
    const attackers = unusedAddress()
    const first = await changeEmailOf(app, person, email, attackers)
    const second = await changeEmailOf(app, person, attackers, unusedAddress())
    await undoChange(second)
    await expect(signInWith(app, attackers)).rejects.toMatchObject(wrongCredentialsError)
    expect(await undoChange(first)).toEqual({})
    expect(await tokenInLetter(app, email, 'email_restored')).not.toBe('')
  })
})

describe('a former address with a valid undo link', () => {
  test('is reserved for its account for a week', async () => {
    await app.setNow('2026-12-28T12:00:00Z')
    const { email } = person
    const rival = await newMasjid(app.baseUrl)
    await changeEmailOf(app, await withPermanentSession(app, person), email, unusedAddress())
    await app.setNow('2027-01-04T11:59:59Z')
    await expect(newKhateeb(app.baseUrl, { email })).rejects.toMatchObject(emailTakenError)
    const change = requestEmailChange(await withPermanentSession(app, rival), email)
    await expect(change).rejects.toMatchObject(emailTakenError)
    await app.setNow('2027-01-04T12:00:00Z')
    expect(await newKhateeb(app.baseUrl, { email })).toMatchObject({ email })
    await app.setNow(null)
  })

  test('can become its account’s address again by another email change', async () => {
    const { email } = person
    const newEmail = unusedAddress()
    const undoToken = await changeEmailOf(app, person, email, newEmail)
    await changeEmailOf(app, person, newEmail, email)
    expect(await signInWith(app, email)).toMatchObject({ uid: person.uid })
    // The undo link remains valid, because an attacker may have made both changes.
    expect(await undoChange(undoToken)).toEqual({})
    await expect(signInWith(app, email)).rejects.toMatchObject(wrongCredentialsError)
  })

  test('gets a letter when its account is deleted, and is then no longer reserved', async () => {
    const { email } = person
    const newEmail = unusedAddress()
    const undoToken = await changeEmailOf(app, person, email, newEmail)
    await person.client.call(deleteAccount, { password })
    expect((await listQueuedLetters(app.database)).toSorted()).toEqual(
      [`account_deleted to ${email}`, `account_deleted to ${newEmail}`].toSorted(),
    )
    await expect(undoChange(undoToken)).rejects.toMatchObject(linkSpentError)
    expect(await newKhateeb(app.baseUrl, { email })).toMatchObject({ email })
  })
})

/** Returns the kinds of the queued letters to an address. */
const letterKindsTo = async (address: string) =>
  (await listQueuedLetters(app.database))
    .filter((it) => it.endsWith(` to ${address}`))
    .map((it) => it.split(' ')[0])

describe('a new address that an account lost when its email change was undone', () => {
  const lost = unusedAddress()
  beforeEach(async () => {
    const between = unusedAddress()
    const undoToken = await changeEmailOf(app, person, person.email, between)
    await changeEmailOf(app, person, between, lost)
    await changePasswordOf(app.baseUrl, person)
    await undoChange(undoToken)
  })

  test('is in the account’s export, with the letters sent to this address', async () => {
    expect(await letterKindsTo(lost)).toEqual(['confirm_email', 'password_changed', 'email_change_undone'])
    const { client } = await withPermanentSession(app, person)
    const { account, letters } = await client.call(exportData, {})
    expect(account.formerEmails.map((it) => it.email).at(-1)).toBe(lost)
    expect(letters).toHaveLength((await listQueuedLetters(app.database)).length)
  })

  test('keeps only the letters of its next owner after the former owner deletes the account', async () => {
    const next = await changePasswordOf(app.baseUrl, await newKhateeb(app.baseUrl, { email: lost }))
    const token = await tokenInLetter(app, person.email, 'email_restored')
    await app.client().call(resetPassword, { token, password })
    await (await withPermanentSession(app, person)).client.call(deleteAccount, { password })
    expect(await letterKindsTo(lost)).toEqual(['password_changed'])
    const { letters } = await next.client.call(exportData, {})
    expect(letters.map((it) => it.kind)).toEqual(['welcome', 'password_changed'])
  })
})

test('a former email address is stored until the last letter to it is deleted, even if the letter was sent late', async () => {
  const { email } = person
  await app.setNow('2027-01-01T00:00:00Z')
  await changeEmailOf(app, await withPermanentSession(app, person), email, unusedAddress())
  const { db } = app.database
  /** Returns whether the address is still stored after a cleanup at this instant. */
  const isStoredAt = async (instant: string) => {
    await app.setNow(instant)
    await deleteOldLetters(app.database)
    await deleteExpiredIdentityData(app.database)
    return (await db.selectFrom('links').select('person_id').where('email', '=', email).execute()).length > 0
  }
  expect(await isStoredAt('2027-02-06T23:59:59Z')).toBe(true)
  const sent_at = new Date('2027-01-09T00:00:00Z')
  await db.updateTable('letters').set({ sent_at }).execute()
  expect(await isStoredAt('2027-02-07T00:00:00Z')).toBe(true)
  expect(await isStoredAt('2027-02-08T00:00:01Z')).toBe(false)
  await app.setNow(null)
})
