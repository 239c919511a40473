import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeEmail, getEmail, undoEmailChange } from '../../contract/email.ts'
import { deleteAccount, exportData, getSession, resetPassword } from '../../contract/identity.ts'
import { startApp, type TestApp } from '../../tests/runtime/app.ts'
import {
  asksFor,
  changes,
  newAddress,
  signsIn,
  spent,
  taken,
  tokenTo,
  wrong,
} from '../../tests/runtime/email-changes.ts'
import { changesPassword, newKhateeb, newMasjid, type Person, password } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { signedInForGood } from '../../tests/runtime/session.ts'
import { lettersIn } from '../../tests/runtime/slots.ts'
import { dropOldLetters } from '../letters/delete-old-letters.ts'
import { cleanUpIdentity } from './clean-up.ts'

let app: TestApp
let person: Person

beforeAll(async () => void (app = await startApp()))
afterAll(() => app.stop())
beforeEach(async () => {
  person = await newKhateeb(app.baseUrl)
  await app.database.reader.deleteFrom('letters').execute()
})

const undoes = (token: string) => app.client().call(undoEmailChange, { token })

describe('a change that is undone', () => {
  test('gives the old address back, ends every session and voids the password', async () => {
    const { email, name, client } = person
    const newEmail = newAddress()
    const wayBack = await changes(app, person, email, newEmail)
    expect(await undoes(wayBack)).toEqual({})
    expect(await client.call(getSession, {})).toBeNull()
    for (const address of [email, newEmail]) await expect(signsIn(app, address)).rejects.toMatchObject(wrong)
    expect(await queuedLetters(app.database, newEmail, 'email_change_undone')).toEqual([{ name }])

    const token = await tokenTo(app, email, 'email_restored')
    await app.client().call(resetPassword, { token, password: 'new minaret' })
    const { token: session } = await signsIn(app, email, 'new minaret')
    expect(await app.client(session).call(getEmail, {})).toEqual({
      email,
      emailVerified: true,
      newEmail: null,
    })
    await expect(undoes(wayBack)).rejects.toMatchObject(spent)
  })

  test('is undone within a week of it', async () => {
    await app.setNow('2026-12-28T12:00:00Z')
    const { email } = person
    const wayBack = await changes(app, await signedInForGood(app, person), email, newAddress())
    await app.setNow('2027-01-04T12:00:00Z')
    await expect(undoes(wayBack)).rejects.toMatchObject(spent)
    await app.setNow('2027-01-04T11:59:59Z')
    expect(await undoes(wayBack)).toEqual({})
    await app.setNow(null)
  })

  test('is undone also when the address was changed again, and then for good', async () => {
    const { email } = person
    const [his, hisOther] = [newAddress(), newAddress()]
    const first = await changes(app, person, email, his)
    const second = await changes(app, person, his, hisOther)
    await asksFor(person, newAddress())
    expect(await undoes(first)).toEqual({})
    await expect(undoes(second)).rejects.toMatchObject(spent)
    const account = app.database.reader.selectFrom('accounts').select('email').where('uid', '=', person.uid)
    expect(await account.executeTakeFirst()).toEqual({ email })
    expect(await person.client.call(getSession, {})).toBeNull()
    const open = await app.database.reader
      .selectFrom('links')
      .where('uid', '=', person.uid)
      .where('spent_at', 'is', null)
      .select('purpose')
      .execute()
    expect(open).toEqual([{ purpose: 'reset_password' }])
  })

  test('can be undone by the first address also after the second one went back to its own', async () => {
    const { email } = person
    const his = newAddress()
    const first = await changes(app, person, email, his)
    const second = await changes(app, person, his, newAddress())
    await undoes(second)
    await expect(signsIn(app, his)).rejects.toMatchObject(wrong)
    expect(await undoes(first)).toEqual({})
    expect(await tokenTo(app, email, 'email_restored')).not.toBe('')
  })
})

describe('an address that an account may have back', () => {
  test('is nobody else’s for the week, and anybody’s after it', async () => {
    await app.setNow('2026-12-28T12:00:00Z')
    const { email } = person
    const rival = await newMasjid(app.baseUrl)
    await changes(app, await signedInForGood(app, person), email, newAddress())
    await app.setNow('2027-01-04T11:59:59Z')
    await expect(newKhateeb(app.baseUrl, { email })).rejects.toMatchObject(taken)
    const { token } = await signsIn(app, rival.email)
    await expect(app.client(token).call(changeEmail, { email, password })).rejects.toMatchObject(taken)
    await app.setNow('2027-01-04T12:00:00Z')
    expect(await newKhateeb(app.baseUrl, { email })).toMatchObject({ email })
    await app.setNow(null)
  })

  test('is its own to change back to', async () => {
    const { email } = person
    const newEmail = newAddress()
    const wayBack = await changes(app, person, email, newEmail)
    await changes(app, person, newEmail, email)
    expect(await signsIn(app, email)).toMatchObject({ uid: person.uid })
    // It may still be that somebody else did all that.
    expect(await undoes(wayBack)).toEqual({})
    await expect(signsIn(app, email)).rejects.toMatchObject(wrong)
  })

  test('hears that the account was deleted, and is free then', async () => {
    const { email } = person
    const newEmail = newAddress()
    const wayBack = await changes(app, person, email, newEmail)
    await person.client.call(deleteAccount, { password })
    expect((await lettersIn(app.database)).toSorted()).toEqual(
      [`account_deleted to ${email}`, `account_deleted to ${newEmail}`].toSorted(),
    )
    await expect(undoes(wayBack)).rejects.toMatchObject(spent)
    expect(await newKhateeb(app.baseUrl, { email })).toMatchObject({ email })
  })
})

/** Of the letters to an address, but for the welcome. */
const kindsTo = async (address: string) =>
  (await lettersIn(app.database)).filter((it) => it.endsWith(` to ${address}`)).map((it) => it.split(' ')[0])

describe('an address that is lost as a change is undone', () => {
  const lost = newAddress()
  beforeEach(async () => {
    const between = newAddress()
    const wayBack = await changes(app, person, person.email, between)
    await changes(app, person, between, lost)
    await changesPassword(app.baseUrl, person)
    await undoes(wayBack)
  })

  test('is in the export, with the letters that went there', async () => {
    expect(await kindsTo(lost)).toEqual(['confirm_email', 'password_changed', 'email_change_undone'])
    const { client } = await signedInForGood(app, person)
    const { account, letters } = await client.call(exportData, {})
    expect(account.formerEmails.map((it) => it.email).at(-1)).toBe(lost)
    expect(letters).toHaveLength((await lettersIn(app.database)).length)
  })

  test('keeps no letter of who left, and every one of whoever has it then', async () => {
    const next = await changesPassword(app.baseUrl, await newKhateeb(app.baseUrl, { email: lost }))
    const token = await tokenTo(app, person.email, 'email_restored')
    await app.client().call(resetPassword, { token, password })
    await (await signedInForGood(app, person)).client.call(deleteAccount, { password })
    expect(await kindsTo(lost)).toEqual(['password_changed'])
    const { letters } = await next.client.call(exportData, {})
    expect(letters.map((it) => it.kind)).toEqual(['welcome', 'password_changed'])
  })
})

test('a former address is known for as long as letters to it are, however late one goes', async () => {
  const { email } = person
  await app.setNow('2027-01-01T00:00:00Z')
  await changes(app, await signedInForGood(app, person), email, newAddress())
  const known = () =>
    app.database.reader.selectFrom('links').select('email').where('email', '=', email).execute()
  await app.setNow('2027-02-06T23:59:59Z')
  await cleanUpIdentity(app.database)
  expect(await known()).toEqual([{ email }])
  const letters = app.database.reader.updateTable('letters')
  await letters.set({ sent_at: new Date('2027-01-09T00:00:00Z') }).execute()
  await app.setNow('2027-02-07T00:00:00Z')
  await dropOldLetters(app.database)
  await cleanUpIdentity(app.database)
  expect(await known()).toEqual([{ email }])
  await app.setNow('2027-02-08T00:00:01Z')
  await dropOldLetters(app.database)
  await cleanUpIdentity(app.database)
  expect(await known()).toEqual([])
  await app.setNow(null)
})
