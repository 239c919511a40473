import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, comparable, expectStatus } from '../../tests/api/raw-call.ts'
import { startApp, type TestApp } from '../../tests/runtime/app.ts'
import { newKhateeb } from '../../tests/runtime/people.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.stop())

const post = (url: string, body: object) =>
  ask(app.baseUrl, { method: 'POST', url, body: JSON.stringify(body) })

test.each([
  ['/identity/sign_in', { password: 'not-the-password' }, 401],
  ['/identity/send_password_reset', {}, 200],
])('%s answers alike, byte for byte, whether or not an e-mail has an account', async (url, rest, status) => {
  const { email } = await newKhateeb(app.baseUrl)
  const known = await post(url, { email, ...rest })
  expectStatus(known, status)
  const unknown = await post(url, { email: `nobody-${email}`, ...rest })
  expect(comparable(unknown)).toBe(comparable(known))
})

/** What the quickest of some calls took, in milliseconds: a busy machine makes calls slower, and none quicker. */
async function quickest(url: string, body: object): Promise<number> {
  const took: number[] = []
  for (let call = 0; call < 6; call += 1) {
    const begun = performance.now()
    await post(url, body)
    took.push(performance.now() - begun)
  }
  return Math.min(...took)
}

test('a sign-in costs the same work whether or not an e-mail has an account', async () => {
  const { email } = await newKhateeb(app.baseUrl)
  const rest = { password: 'not-the-password' }
  const known = await quickest('/identity/sign_in', { email, ...rest })
  const unknown = await quickest('/identity/sign_in', { email: `nobody-${email}`, ...rest })
  // The hash is nearly all of it: without it a call takes a tenth.
  expect(unknown).toBeGreaterThan(known / 2)
  expect(known).toBeGreaterThan(unknown / 2)
})

test('a reset is answered no sooner for an e-mail without an account, and no later for one with a letter', async () => {
  const { email } = await newKhateeb(app.baseUrl)
  const known = await quickest('/identity/send_password_reset', { email })
  const unknown = await quickest('/identity/send_password_reset', { email: `nobody-${email}` })
  // A timer of 250 ms may be a little early.
  for (const took of [known, unknown]) expect(took).toBeGreaterThan(245)
  expect(Math.abs(known - unknown)).toBeLessThan(100)
})
