import { expect, test } from 'vitest'
import { changePassword, resetPassword, sendPasswordReset } from '../../contract/identity.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { tokenInLetter } from '../../tests/runtime/email-changes.ts'
import {
  cookiePair,
  newClientAddressHeader,
  postFromPage,
  setCookieHeader,
} from '../../tests/runtime/page-requests.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'

const app = await startApp({ env: { LIMIT_SIGNED_IN: '4/600', TRUST_PROXY: '127.0.0.1' } })

/** Signs in from a page, each time from a new IP address. */
function signInFromPage({ email }: TestAccount, cookie = ''): Promise<Response> {
  return postFromPage(
    app.baseUrl,
    '/identity/sign_in',
    { email, password },
    { cookie, ...newClientAddressHeader() },
  )
}

/** Creates a person who has used up the limit of correct passwords. Also returns the device cookie of the person’s known browser. */
async function newPersonAtLimit(): Promise<{ person: TestAccount; browser: string }> {
  // `newKhateeb` also signs in, which counts as one correct password.
  const person = await newKhateeb(app.baseUrl)
  let browser = ''
  for (let time = 0; time < 3; time += 1) {
    const response = await signInFromPage(person, browser)
    expect(response.status).toBe(200)
    browser = cookiePair(setCookieHeader(response, 'minbar-device'))
  }
  return { person, browser }
}

test('correct passwords are limited for each account, even from a known browser', async () => {
  const { person, browser } = await newPersonAtLimit()
  expect(browser).toMatch(/^minbar-device=[\w-]{43}$/)
  const refused = await signInFromPage(person, browser)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(590)
  const change = person.client.call(changePassword, { password, newPassword: 'new minaret' })
  await expect(change).rejects.toMatchObject({ status: 429 })
  expect((await signInFromPage(await newMasjid(app.baseUrl))).status).toBe(200)
})

test('a password reset resets the limit of correct passwords', async () => {
  const { person } = await newPersonAtLimit()
  const { client, email } = person
  await client.call(sendPasswordReset, { email })
  await client.call(resetPassword, { token: await tokenInLetter(app, email, 'password_reset'), password })
  expect((await signInFromPage(person)).status).toBe(200)
})
