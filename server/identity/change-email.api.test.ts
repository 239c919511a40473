import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeEmail, confirmEmail, getEmail, verifyEmail } from '../../contract/email.ts'
import { changePassword, exportData, resetPassword, sendPasswordReset } from '../../contract/identity.ts'
import { snapshot } from '../../tests/api/snapshot.ts'
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
import { newKhateeb, newMasjid, type Person, password } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { lettersIn } from '../../tests/runtime/slots.ts'

let app: TestApp
let person: Person

beforeAll(async () => void (app = await startApp()))
afterAll(() => app.stop())
beforeEach(async () => {
  person = await newKhateeb(app.baseUrl)
  await app.database.reader.deleteFrom('letters').execute()
})

const confirms = (token: string) => app.client().call(confirmEmail, { token })

describe('a change of the address', () => {
  test('happens when the new one is confirmed, and not before; the old one is told', async () => {
    const { email, name, client } = person
    const newEmail = newAddress()
    expect(await asksFor(person, newEmail.toUpperCase())).toEqual({})
    expect(await client.call(getEmail, {})).toEqual({ email, emailVerified: false, newEmail })
    expect(await lettersIn(app.database)).toEqual([`confirm_email to ${newEmail}`])
    await expect(signsIn(app, newEmail)).rejects.toMatchObject(wrong)

    expect(await confirms(await tokenTo(app, newEmail, 'confirm_email'))).toEqual({})
    expect(await client.call(getEmail, {})).toEqual({ email: newEmail, emailVerified: true, newEmail: null })
    expect(await signsIn(app, newEmail)).toMatchObject({ uid: person.uid })
    await expect(signsIn(app, email)).rejects.toMatchObject(wrong)
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
    await expect(asksFor(person, person.email)).rejects.toMatchObject({
      status: 400,
      fields: { email: 'This is your e-mail address already.' },
    })
  })

  test('to an address of somebody else is refused, as a sign-up with it is', async () => {
    const other = await newMasjid(app.baseUrl)
    const before = await snapshot(app.database)
    await expect(asksFor(person, other.email)).rejects.toMatchObject(taken)
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
    await asksFor(person, first)
    await asksFor(person, second)
    await expect(confirms(await tokenTo(app, first, 'confirm_email'))).rejects.toMatchObject(spent)
    await confirms(await tokenTo(app, second, 'confirm_email'))
    expect(await person.client.call(getEmail, {})).toMatchObject({ email: second })
  })

  test('waits for a day', async () => {
    await app.setNow('2026-12-31T12:00:00Z')
    const here = await newKhateeb(app.baseUrl)
    const email = newAddress()
    await asksFor(here, email)
    const token = await tokenTo(app, email, 'confirm_email')
    await app.setNow('2027-01-01T12:00:00Z')
    await expect(confirms(token)).rejects.toMatchObject(spent)
    await app.setNow('2027-01-01T11:59:59Z')
    expect(await confirms(token)).toEqual({})
    await app.setNow(null)
  })

  test.each(['changed', 'reset'])('is off when the password is %s meanwhile', async (how) => {
    const email = newAddress()
    await asksFor(person, email)
    if (how === 'changed') {
      await person.client.call(changePassword, { password, newPassword: 'new minaret' })
    } else {
      await app.client().call(sendPasswordReset, { email: person.email })
      const token = await tokenTo(app, person.email, 'password_reset')
      await app.client().call(resetPassword, { token, password: 'new minaret' })
    }
    await expect(confirms(await tokenTo(app, email, 'confirm_email'))).rejects.toMatchObject(spent)
  })

  test('goes to whoever confirms an address first', async () => {
    const rival = await newMasjid(app.baseUrl)
    const email = newAddress()
    await asksFor(person, email)
    const own = await tokenTo(app, email, 'confirm_email')
    await asksFor(rival, email)
    const its = await tokenTo(app, email, 'confirm_email')
    expect(await confirms(its)).toEqual({})
    await expect(confirms(own)).rejects.toMatchObject(taken)
    expect(await rival.client.call(getEmail, {})).toMatchObject({ email })
  })

  test('leaves nothing in the old mailbox that opens the account', async () => {
    const fresh = await newKhateeb(app.baseUrl)
    await app.client().call(sendPasswordReset, { email: fresh.email })
    const reset = await tokenTo(app, fresh.email, 'password_reset')
    const [welcome] = await queuedLetters(app.database, fresh.email, 'welcome')
    await changes(app, fresh, fresh.email, newAddress())
    const resetting = app.client().call(resetPassword, { token: reset, password: 'new minaret' })
    await expect(resetting).rejects.toMatchObject(spent)
    const verifying = app.client().call(verifyEmail, { token: welcome?.token ?? '' })
    await expect(verifying).rejects.toMatchObject(spent)
  })
})

test('one’s own data say which addresses one had and is to have, and which letters went there', async () => {
  const { email, client } = person
  const newEmail = newAddress()
  await changes(app, person, email, newEmail)
  const next = newAddress()
  await asksFor(person, next)
  const data = await client.call(exportData, {})
  expect(data.account).toMatchObject({
    emailVerifiedAt: expect.any(String),
    newEmail: next,
    formerEmails: [{ email, changedAt: expect.any(String) }],
  })
  expect(data.letters.map((it) => it.kind)).toEqual(['confirm_email', 'email_changed', 'confirm_email'])
})
