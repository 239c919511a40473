import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeEmail, confirmEmail, getEmail, undoEmailChange, verifyEmail } from '../../contract/email.ts'
import {
  changePassword,
  deleteAccount,
  exportData,
  getSession,
  resetPassword,
  sendPasswordReset,
  signIn,
} from '../../contract/identity.ts'
import { snapshot } from '../../tests/api/snapshot.ts'
import { startApp, type TestApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid, type Person, password } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { signedInForGood } from '../../tests/runtime/session.ts'
import { lettersIn } from '../../tests/runtime/slots.ts'
import { cleanUpIdentity } from './clean-up.ts'

let app: TestApp
let person: Person
let places = 0

beforeAll(async () => void (app = await startApp()))
afterAll(() => app.stop())
beforeEach(async () => {
  person = await newKhateeb(app.baseUrl)
  await app.database.reader.deleteFrom('letters').execute()
})

const spent = { status: 409, code: 'link_spent' }
const taken = { status: 409, code: 'email_taken' }
const wrong = { status: 401, code: 'wrong_credentials' }

function newAddress(): string {
  places += 1
  return `new-address-${places}@minbar.example`
}

const asksFor = (email: string, who = person) => who.client.call(changeEmail, { email, password })
const confirms = (token: string) => app.client().call(confirmEmail, { token })
const undoes = (token: string) => app.client().call(undoEmailChange, { token })
const signsIn = (email: string, secret = password) => app.client().call(signIn, { email, password: secret })

/** The token in the newest letter of a kind to an address. */
async function tokenTo(
  email: string,
  kind: 'confirm_email' | 'email_changed' | 'email_restored' | 'password_reset',
) {
  const letters = await queuedLetters(app.database, email, kind)
  return letters.at(-1)?.token ?? ''
}

/** Changes somebody's address all the way, and gives the token of the way back from `from`. */
async function changes(from: string, to: string, who = person): Promise<string> {
  await asksFor(to, who)
  await confirms(await tokenTo(to, 'confirm_email'))
  return tokenTo(from, 'email_changed')
}

describe('a change of the address', () => {
  test('happens when the new one is confirmed, and not before; the old one is told', async () => {
    const { email, name, client } = person
    const newEmail = newAddress()
    expect(await asksFor(newEmail.toUpperCase())).toEqual({})
    expect(await client.call(getEmail, {})).toEqual({ email, emailVerified: false, newEmail })
    expect(await lettersIn(app.database)).toEqual([`confirm_email to ${newEmail}`])
    await expect(signsIn(newEmail)).rejects.toMatchObject(wrong)

    expect(await confirms(await tokenTo(newEmail, 'confirm_email'))).toEqual({})
    expect(await client.call(getEmail, {})).toEqual({ email: newEmail, emailVerified: true, newEmail: null })
    expect(await signsIn(newEmail)).toMatchObject({ uid: person.uid })
    await expect(signsIn(email)).rejects.toMatchObject(wrong)
    const told = await queuedLetters(app.database, email, 'email_changed')
    expect(told).toEqual([{ name, newEmail, token: expect.any(String) }])
  })

  test('needs the password, of which there are not tries without end', async () => {
    const strict = await startApp({ env: { LIMIT_SIGN_IN: '2/300' } })
    const { client } = await newKhateeb(strict.baseUrl)
    const email = newAddress()
    const tries: unknown[] = []
    for (const guess of ['oak-of-pulpit', 'pulpit-of-elm', password]) {
      tries.push(await client.call(changeEmail, { email, password: guess }).catch((error) => error.code))
    }
    expect(tries).toEqual(['wrong_credentials', 'wrong_credentials', 'too_many_requests'])
    expect(await lettersIn(strict.database)).toEqual([])
    await strict.stop()
  })

  test('to the address that one has is none', async () => {
    await expect(asksFor(person.email)).rejects.toMatchObject({
      status: 400,
      fields: { email: 'This is your e-mail address already.' },
    })
  })

  test('to an address of somebody else is refused, as a sign-up with it is', async () => {
    const other = await newMasjid(app.baseUrl)
    const before = await snapshot(app.database)
    await expect(asksFor(other.email)).rejects.toMatchObject(taken)
    expect(await snapshot(app.database)).toEqual(before)
  })

  test('counts as a sign-up, so that it tells no faster which addresses are taken', async () => {
    const strict = await startApp({ env: { LIMIT_SIGN_UP: '3/3600' } })
    const [asker, other] = [await newKhateeb(strict.baseUrl), await newKhateeb(strict.baseUrl)]
    const asks = () => asker.client.call(changeEmail, { email: other.email, password })
    await expect(asks()).rejects.toMatchObject(taken)
    await expect(asks()).rejects.toMatchObject({ status: 429 })
    await strict.stop()
  })

  test('waits for the newest letter only', async () => {
    const [first, second] = [newAddress(), newAddress()]
    await asksFor(first)
    await asksFor(second)
    await expect(confirms(await tokenTo(first, 'confirm_email'))).rejects.toMatchObject(spent)
    await confirms(await tokenTo(second, 'confirm_email'))
    expect(await person.client.call(getEmail, {})).toMatchObject({ email: second })
  })

  test('waits for a day', async () => {
    await app.setNow('2026-12-31T12:00:00Z')
    const here = await newKhateeb(app.baseUrl)
    const email = newAddress()
    await asksFor(email, here)
    const token = await tokenTo(email, 'confirm_email')
    await app.setNow('2027-01-01T12:00:00Z')
    await expect(confirms(token)).rejects.toMatchObject(spent)
    await app.setNow('2027-01-01T11:59:59Z')
    expect(await confirms(token)).toEqual({})
    await app.setNow(null)
  })

  test.each(['changed', 'reset'])('is off when the password is %s meanwhile', async (how) => {
    const email = newAddress()
    await asksFor(email)
    if (how === 'changed') {
      await person.client.call(changePassword, { password, newPassword: 'new minaret' })
    } else {
      await app.client().call(sendPasswordReset, { email: person.email })
      const token = await tokenTo(person.email, 'password_reset')
      await app.client().call(resetPassword, { token, password: 'new minaret' })
    }
    await expect(confirms(await tokenTo(email, 'confirm_email'))).rejects.toMatchObject(spent)
  })

  test('goes to whoever confirms an address first', async () => {
    const rival = await newMasjid(app.baseUrl)
    const email = newAddress()
    await asksFor(email)
    const own = await tokenTo(email, 'confirm_email')
    await asksFor(email, rival)
    const its = await tokenTo(email, 'confirm_email')
    expect(await confirms(its)).toEqual({})
    await expect(confirms(own)).rejects.toMatchObject(taken)
    expect(await rival.client.call(getEmail, {})).toMatchObject({ email })
  })

  test('leaves nothing in the old mailbox that opens the account', async () => {
    const fresh = await newKhateeb(app.baseUrl)
    await app.client().call(sendPasswordReset, { email: fresh.email })
    const reset = await tokenTo(fresh.email, 'password_reset')
    const [welcome] = await queuedLetters(app.database, fresh.email, 'welcome')
    await changes(fresh.email, newAddress(), fresh)
    const resetting = app.client().call(resetPassword, { token: reset, password: 'new minaret' })
    await expect(resetting).rejects.toMatchObject(spent)
    const verifying = app.client().call(verifyEmail, { token: welcome?.token ?? '' })
    await expect(verifying).rejects.toMatchObject(spent)
  })
})

describe('a change that is undone', () => {
  test('gives the old address back, ends every session and voids the password', async () => {
    const { email, name, client } = person
    const newEmail = newAddress()
    const wayBack = await changes(email, newEmail)
    expect(await undoes(wayBack)).toEqual({})
    expect(await client.call(getSession, {})).toBeNull()
    for (const address of [email, newEmail]) await expect(signsIn(address)).rejects.toMatchObject(wrong)
    expect(await queuedLetters(app.database, newEmail, 'email_change_undone')).toEqual([{ name }])

    const token = await tokenTo(email, 'email_restored')
    await app.client().call(resetPassword, { token, password: 'new minaret' })
    const { token: session } = await signsIn(email, 'new minaret')
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
    const wayBack = await changes(email, newAddress(), await signedInForGood(app, person))
    await app.setNow('2027-01-04T12:00:00Z')
    await expect(undoes(wayBack)).rejects.toMatchObject(spent)
    await app.setNow('2027-01-04T11:59:59Z')
    expect(await undoes(wayBack)).toEqual({})
    await app.setNow(null)
  })

  test('is undone also when the address was changed again, and then for good', async () => {
    const { email } = person
    const [his, hisOther] = [newAddress(), newAddress()]
    const first = await changes(email, his)
    const second = await changes(his, hisOther)
    await asksFor(newAddress())
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
    const first = await changes(email, his)
    const second = await changes(his, newAddress())
    await undoes(second)
    await expect(signsIn(his)).rejects.toMatchObject(wrong)
    expect(await undoes(first)).toEqual({})
    expect(await tokenTo(email, 'email_restored')).not.toBe('')
  })
})

describe('an address that an account may have back', () => {
  test('is nobody else’s for the week, and anybody’s after it', async () => {
    await app.setNow('2026-12-28T12:00:00Z')
    const { email } = person
    const rival = await newMasjid(app.baseUrl)
    await changes(email, newAddress(), await signedInForGood(app, person))
    await app.setNow('2027-01-04T11:59:59Z')
    await expect(newKhateeb(app.baseUrl, { email })).rejects.toMatchObject(taken)
    const { token } = await signsIn(rival.email)
    await expect(app.client(token).call(changeEmail, { email, password })).rejects.toMatchObject(taken)
    await app.setNow('2027-01-04T12:00:00Z')
    expect(await newKhateeb(app.baseUrl, { email })).toMatchObject({ email })
    await app.setNow(null)
  })

  test('is its own to change back to', async () => {
    const { email } = person
    const newEmail = newAddress()
    const wayBack = await changes(email, newEmail)
    await changes(newEmail, email)
    expect(await signsIn(email)).toMatchObject({ uid: person.uid })
    // It may still be that somebody else did all that.
    expect(await undoes(wayBack)).toEqual({})
    await expect(signsIn(email)).rejects.toMatchObject(wrong)
  })

  test('hears that the account was deleted, and is free then', async () => {
    const { email } = person
    const newEmail = newAddress()
    const wayBack = await changes(email, newEmail)
    await person.client.call(deleteAccount, { password })
    expect((await lettersIn(app.database)).toSorted()).toEqual(
      [`account_deleted to ${email}`, `account_deleted to ${newEmail}`].toSorted(),
    )
    await expect(undoes(wayBack)).rejects.toMatchObject(spent)
    expect(await newKhateeb(app.baseUrl, { email })).toMatchObject({ email })
  })
})

test('one’s own data say which addresses one had and is to have, and which letters went there', async () => {
  const { email, client } = person
  const newEmail = newAddress()
  await changes(email, newEmail)
  const next = newAddress()
  await asksFor(next)
  const data = await client.call(exportData, {})
  expect(data.account).toMatchObject({
    newEmail: next,
    formerEmails: [{ email, changedAt: expect.any(String) }],
  })
  expect(data.letters.map((it) => it.kind)).toEqual(['confirm_email', 'email_changed'])
})

test('a former address is known for as long as letters to it are', async () => {
  const { email } = person
  await app.setNow('2027-01-01T00:00:00Z')
  await changes(email, newAddress(), await signedInForGood(app, person))
  const known = () =>
    app.database.reader.selectFrom('links').select('email').where('email', '=', email).execute()
  await app.setNow('2027-02-06T23:59:59Z')
  await cleanUpIdentity(app.database)
  expect(await known()).toEqual([{ email }])
  await app.setNow('2027-02-07T00:00:00Z')
  await cleanUpIdentity(app.database)
  expect(await known()).toEqual([])
  await app.setNow(null)
})
