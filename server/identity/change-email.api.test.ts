import { beforeEach, describe, expect, test } from 'vitest'
import { getEmail, verifyEmail } from '../../contract/account-email.ts'
import { cancelEmailChange, confirmEmail, undoEmailChange } from '../../contract/email-change.ts'
import { changePassword, exportData, resetPassword, sendPasswordReset } from '../../contract/identity.ts'
import { fingerprintByTable } from '../../tests/api/database-snapshot.ts'
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
import { newKhateeb, newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { withPermanentSession } from '../../tests/runtime/session.ts'
import { inviteKhateeb, listQueuedLetters, postSlot } from '../../tests/runtime/slots.ts'

let person: TestAccount

const app = await startApp()
beforeEach(async () => {
  person = await newKhateeb(app.baseUrl)
  await app.database.db.deleteFrom('letters').execute()
})

const confirm = (token: string) => app.client().call(confirmEmail, { token })
/** Confirms a change of email with the link in the newest letter to the new address. */
const confirmChange = async (email: string) => confirm(await tokenInLetter(app, email, 'confirm_email'))

describe('an email change', () => {
  test('takes effect when the new address is confirmed, and sends a letter to the old address', async () => {
    const { email, name, client } = person
    const newEmail = unusedAddress()
    expect(await requestEmailChange(person, newEmail.toUpperCase())).toEqual({})
    expect(await client.call(getEmail, {})).toEqual({ email, emailVerified: false, newEmail })
    expect(await listQueuedLetters(app.database)).toEqual([`confirm_email to ${newEmail}`])
    await expect(signInWith(app, newEmail)).rejects.toMatchObject(wrongCredentialsError)

    expect(await confirmChange(newEmail)).toEqual({})
    expect(await client.call(getEmail, {})).toEqual({ email: newEmail, emailVerified: true, newEmail: null })
    expect(await signInWith(app, newEmail)).toMatchObject({ uid: person.uid })
    await expect(signInWith(app, email)).rejects.toMatchObject(wrongCredentialsError)
    const notices = await queuedLetters(app.database, email, 'email_changed')
    expect(notices).toEqual([{ name, newEmail, token: expect.any(String) }])
  })

  test('redirects queued news to the new address, and undoing the change redirects the news back', async () => {
    const masjid = await newMasjid(app.baseUrl)
    await inviteKhateeb(masjid, person, await postSlot(masjid))
    const newEmail = unusedAddress()
    const invites = (email: string) => queuedLetters(app.database, email, 'invite_received')
    const token = await changeEmailOf(app, person, person.email, newEmail)
    expect(await invites(newEmail)).toHaveLength(1)
    expect(await invites(person.email)).toEqual([])
    await app.client().call(undoEmailChange, { token })
    expect(await invites(newEmail)).toEqual([])
    expect(await invites(person.email)).toHaveLength(1)
  })

  test("to the account's current address is rejected", async () => {
    await expect(requestEmailChange(person, person.email)).rejects.toMatchObject({
      status: 400,
      fields: { email: 'This is your email address already.' },
    })
  })

  test("to another account's address is rejected", async () => {
    const other = await newMasjid(app.baseUrl)
    const before = await fingerprintByTable(app.database)
    await expect(requestEmailChange(person, other.email)).rejects.toMatchObject(emailTakenError)
    expect(await fingerprintByTable(app.database)).toEqual(before)
  })

  test('counts against the sign-up limit, because its response also reveals which addresses are taken', async () => {
    const { baseUrl } = await startApp({ env: { LIMIT_SIGN_UP: '3/3600' } })
    const [asker, other] = [await newKhateeb(baseUrl), await newKhateeb(baseUrl)]
    await expect(requestEmailChange(asker, other.email)).rejects.toMatchObject(emailTakenError)
    await expect(requestEmailChange(asker, other.email)).rejects.toMatchObject({ status: 429 })
  })

  test('can be confirmed only with the link in the newest letter', async () => {
    const [first, second] = [unusedAddress(), unusedAddress()]
    await requestEmailChange(person, first)
    await requestEmailChange(person, second)
    await expect(confirmChange(first)).rejects.toMatchObject(linkSpentError)
    await confirmChange(second)
    expect(await person.client.call(getEmail, {})).toMatchObject({ email: second })
  })

  test('can be confirmed for 24 hours', async () => {
    await app.setNow('2026-12-31T12:00:00Z')
    const requester = await newKhateeb(app.baseUrl)
    const email = unusedAddress()
    await requestEmailChange(requester, email)
    await app.setNow('2027-01-01T12:00:00Z')
    await expect(confirmChange(email)).rejects.toMatchObject(linkSpentError)
    await app.setNow('2027-01-01T11:59:59Z')
    expect(await confirmChange(email)).toEqual({})
    await app.setNow(null)
  })

  test.each(['changed', 'reset'])('is canceled when the password is %s', async (how) => {
    const email = unusedAddress()
    await requestEmailChange(person, email)
    if (how === 'changed') {
      await person.client.call(changePassword, { password, newPassword: 'new minaret' })
    } else {
      await app.client().call(sendPasswordReset, { email: person.email })
      const token = await tokenInLetter(app, person.email, 'password_reset')
      await app.client().call(resetPassword, { token, password: 'new minaret' })
    }
    await expect(confirmChange(email)).rejects.toMatchObject(linkSpentError)
  })

  test('can be canceled, so its link no longer works, and can be requested again', async () => {
    const { email, client } = person
    const [mistyped, right] = [unusedAddress(), unusedAddress()]
    await requestEmailChange(person, mistyped)
    expect(await client.call(cancelEmailChange, {})).toEqual({ changed: true })
    expect(await client.call(getEmail, {})).toEqual({ email, emailVerified: false, newEmail: null })
    await expect(confirmChange(mistyped)).rejects.toMatchObject(linkSpentError)
    await requestEmailChange(person, right)
    await confirmChange(right)
    expect(await client.call(getEmail, {})).toMatchObject({ email: right })
  })

  test('can be canceled only by the person who requested it', async () => {
    const newEmail = unusedAddress()
    await requestEmailChange(person, newEmail)
    const other = await newKhateeb(app.baseUrl)
    expect(await other.client.call(cancelEmailChange, {})).toEqual({ changed: false })
    expect(await person.client.call(getEmail, {})).toMatchObject({ newEmail })
  })

  test('can’t be canceled after its confirmation, but can be undone', async () => {
    const undo = await changeEmailOf(app, person, person.email, unusedAddress())
    const before = await fingerprintByTable(app.database)
    expect(await person.client.call(cancelEmailChange, {})).toEqual({ changed: false })
    expect(await fingerprintByTable(app.database)).toEqual(before)
    expect(await app.client().call(undoEmailChange, { token: undo })).toEqual({})
  })

  test('that is canceled does not invalidate the password reset link in the old mailbox', async () => {
    const { email } = person
    await app.client().call(sendPasswordReset, { email })
    await requestEmailChange(person, unusedAddress())
    await person.client.call(cancelEmailChange, {})
    const token = await tokenInLetter(app, email, 'password_reset')
    expect(await app.client().call(resetPassword, { token, password: 'new minaret' })).toEqual({})
  })

  test('to an address that two accounts request succeeds only for the account that confirms it first', async () => {
    const rival = await newMasjid(app.baseUrl)
    const email = unusedAddress()
    await requestEmailChange(person, email)
    const ownToken = await tokenInLetter(app, email, 'confirm_email')
    await requestEmailChange(rival, email)
    const rivalToken = await tokenInLetter(app, email, 'confirm_email')
    expect(await confirm(rivalToken)).toEqual({})
    await expect(confirm(ownToken)).rejects.toMatchObject(emailTakenError)
    expect(await rival.client.call(getEmail, {})).toMatchObject({ email })
  })

  test('invalidates the password reset link and the verification link in the old mailbox', async () => {
    const fresh = await newKhateeb(app.baseUrl)
    await app.client().call(sendPasswordReset, { email: fresh.email })
    const reset = await tokenInLetter(app, fresh.email, 'password_reset')
    const welcome = await tokenInLetter(app, fresh.email, 'welcome')
    await changeEmailOf(app, fresh, fresh.email, unusedAddress())
    const resetting = app.client().call(resetPassword, { token: reset, password: 'new minaret' })
    await expect(resetting).rejects.toMatchObject(linkSpentError)
    const verifying = app.client().call(verifyEmail, { token: welcome })
    await expect(verifying).rejects.toMatchObject(linkSpentError)
  })
})

test('the export has former and requested email addresses, and the letters sent to these addresses', async () => {
  const { email, client } = person
  const newEmail = unusedAddress()
  await changeEmailOf(app, person, email, newEmail)
  const next = unusedAddress()
  await requestEmailChange(person, next)
  const data = await client.call(exportData, {})
  expect(data.account).toMatchObject({
    emailVerifiedAt: expect.any(String),
    newEmail: next,
    formerEmails: [{ email, changedAt: expect.any(String) }],
  })
  expect(data.letters.map((it) => it.kind)).toEqual(['confirm_email', 'email_changed', 'confirm_email'])
})

test('the export of the next owner of an address leaves out the letters to its former owner', async () => {
  const { email } = person
  await app.setNow('2027-01-01T00:00:00Z')
  await changeEmailOf(app, await withPermanentSession(app, person), email, unusedAddress())
  // By this date, the address is no longer reserved for its former owner.
  await app.setNow('2027-01-09T00:00:00Z')
  const next = await withPermanentSession(app, await newKhateeb(app.baseUrl))
  await changeEmailOf(app, next, next.email, email)
  await app.client().call(sendPasswordReset, { email })
  const { letters } = await next.client.call(exportData, {})
  expect(letters.map(({ kind }) => kind)).toEqual([
    'welcome',
    'confirm_email',
    'email_changed',
    'password_reset',
  ])
  await app.setNow(null)
})
