import { beforeEach, expect, test } from 'vitest'
import { sendVerification } from '../../contract/account-email.ts'
import { cancelEmailChange } from '../../contract/email-change.ts'
import { changePassword, sendPasswordReset } from '../../contract/identity.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLetters } from '../../tests/runtime/collect-letters.ts'
import { changeEmailOf, requestEmailChange, unusedAddress } from '../../tests/runtime/email-changes.ts'
import { newKhateeb, password, type TestAccount } from '../../tests/runtime/people.ts'

const app = await startApp()

let person: TestAccount
beforeEach(async () => {
  await app.database.db.deleteFrom('letters').execute()
  person = await newKhateeb(app.baseUrl)
})

/** Sends the queued letters. Returns their kinds, sorted. */
async function kindsOfSentLetters(): Promise<string[]> {
  return (await sendAndCollectLetters(app.database)).map(({ kind }) => kind).toSorted()
}

const resetPasswordOf = ({ email }: TestAccount) => app.client().call(sendPasswordReset, { email })

test('letters with links that confirm an email or reset a password are sent while the links work', async () => {
  await requestEmailChange(person, unusedAddress())
  await resetPasswordOf(person)
  await person.client.call(sendVerification, {})
  expect(await kindsOfSentLetters()).toEqual(['confirm_email', 'password_reset', 'verify_email', 'welcome'])
})

test('a queued letter that asks to confirm a new address is not sent after the change was canceled', async () => {
  await requestEmailChange(person, unusedAddress())
  await person.client.call(cancelEmailChange, {})
  expect(await kindsOfSentLetters()).toEqual(['welcome'])
})

test('a queued letter that asks to confirm a new address is not sent after the password was changed', async () => {
  await requestEmailChange(person, unusedAddress())
  await person.client.call(changePassword, { password, newPassword: 'new minaret' })
  expect(await kindsOfSentLetters()).toEqual(['password_changed', 'welcome'])
})

test('a queued letter that asks to confirm a new address is not sent after a request for another address', async () => {
  const [first, second] = [unusedAddress(), unusedAddress()]
  await requestEmailChange(person, first)
  await requestEmailChange(person, second)
  const letters = await sendAndCollectLetters(app.database)
  expect(letters.filter(({ kind }) => kind === 'confirm_email')).toMatchObject([{ to: second }])
})

test('of two queued letters with a link to reset the password, only the newer is sent', async () => {
  await resetPasswordOf(person)
  await resetPasswordOf(person)
  expect(await kindsOfSentLetters()).toEqual(['password_reset', 'welcome'])
})

test('queued letters that ask to confirm the address of an account are not sent after the email was changed', async () => {
  await person.client.call(sendVerification, {})
  await changeEmailOf(app, person, person.email, unusedAddress())
  expect(await kindsOfSentLetters()).toEqual(['email_changed'])
})
