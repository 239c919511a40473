import { expect, test } from 'vitest'
import { changePassword, resetPassword, sendPasswordReset } from '../../contract/identity.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { tokenInLetter } from '../../tests/runtime/email-changes.ts'
import {
  cookiePair,
  newClientAddressHeader,
  postJson,
  setCookieHeader,
} from '../../tests/runtime/page-requests.ts'
import { newKhateeb, password } from '../../tests/runtime/people.ts'
import { repeat } from '../../tests/runtime/repeat.ts'
import { addSoftwareAuthenticator, codeOf } from '../../tests/runtime/second-factors.ts'

const app = await startApp({
  env: {
    LIMIT_SIGN_IN: '3/300',
    LIMIT_SECOND_FACTOR: '5/86400',
    LIMIT_SIGNED_IN: '15/3600',
    TRUST_PROXY: '127.0.0.1',
  },
})

async function newPersonWithApp() {
  const person = await newKhateeb(app.baseUrl)
  const { key, recoveryCodes } = await addSoftwareAuthenticator(person.client)
  /** Returns the status of a sign-in with the right password and this code, if any. */
  const enter = async (code?: string, headers: Record<string, string> = newClientAddressHeader()) =>
    (await postJson(app.baseUrl, '/identity/sign_in', { email: person.email, password, code }, headers))
      .status
  return { ...person, key, recoveryCodes, enter }
}

/** Returns a code that becomes valid only in ten minutes, so it is wrong now. */
const wrongCode = (key: string) => codeOf(key, { steps: 20 })

test('wrong codes count as wrong passwords, and a sign-in without a code doesn’t reset the count', async () => {
  const { key, enter } = await newPersonWithApp()
  const address = newClientAddressHeader()
  const statuses = await repeat(3, async () => [
    await enter(wrongCode(key), address),
    await enter(undefined, address),
  ])
  expect(statuses).toEqual([
    [401, 401],
    [401, 401],
    [401, 429],
  ])
  expect(await enter(codeOf(key, { steps: 1 }), address)).toBe(429)
  expect(await enter(codeOf(key, { steps: 1 }))).toBe(200)
})

test('wrong codes for a sensitive change count as wrong passwords', async () => {
  const { key, client } = await newPersonWithApp()
  const change = (code: string) => client.call(changePassword, { password, newPassword: password, code })
  await repeat(3, () => expect(change(wrongCode(key))).rejects.toMatchObject({ code: 'wrong_second_factor' }))
  await expect(change(codeOf(key, { steps: 1 }))).rejects.toMatchObject({ status: 429 })
})

test('wrong codes for an account are limited over all addresses together, until a password reset', async () => {
  const { key, email, recoveryCodes, enter } = await newPersonWithApp()
  expect(await repeat(6, () => enter(wrongCode(key)))).toEqual([401, 401, 401, 401, 401, 429])
  expect(await enter(codeOf(key, { steps: 1 }))).toBe(429)
  // A recovery code has no limit, because it cannot be guessed.
  expect(await enter(recoveryCodes[0])).toBe(200)
  await app.client().call(sendPasswordReset, { email })
  const token = await tokenInLetter(app, email, 'password_reset')
  await app.client().call(resetPassword, { token, password })
  expect(await enter(codeOf(key, { steps: 1 }))).toBe(200)
})

test('a right code resets the limit of wrong codes', async () => {
  const { key, enter } = await newPersonWithApp()
  await repeat(4, () => enter(wrongCode(key)))
  expect(await enter(codeOf(key, { steps: 1 }))).toBe(200)
  expect(await repeat(2, () => enter(wrongCode(key)))).toEqual([401, 401])
})

test('a sign-in with the right password but no code counts toward the limit of correct passwords', async () => {
  const { enter } = await newPersonWithApp()
  const statuses = await repeat(15, () => enter())
  expect(statuses.at(-1)).toBe(429)
})

test('a known browser can sign in from an IP address that is blocked after wrong codes', async () => {
  const { key, email, recoveryCodes, enter } = await newPersonWithApp()
  const page = { origin: app.baseUrl }
  const signedIn = await postJson(
    app.baseUrl,
    '/identity/sign_in',
    { email, password, code: recoveryCodes[0] },
    { ...page, ...newClientAddressHeader() },
  )
  const cookie = cookiePair(setCookieHeader(signedIn, 'minbar-device'))
  const address = newClientAddressHeader()
  await repeat(4, () => enter(wrongCode(key), address))
  expect(await enter(codeOf(key, { steps: 1 }), { ...page, ...address, cookie })).toBe(200)
})
