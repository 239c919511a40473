import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../../tests/api/raw-call.ts'
import { startApp, type TestApp } from '../../tests/runtime/app.ts'
import { newKhateeb } from '../../tests/runtime/people.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.stop())

/** All of an answer but what no two answers have alike. */
async function answered(url: string, body: object) {
  const { status, headers, text } = await ask(app.baseUrl, {
    method: 'POST',
    url,
    body: JSON.stringify(body),
  })
  const names = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
  return { status, headers: names, text }
}

test.each([
  ['/identity/sign_in', { password: 'not-the-password' }, 401],
  ['/identity/send_password_reset', {}, 200],
])('%s answers alike, byte for byte, whether or not an e-mail has an account', async (url, rest, status) => {
  const { email } = await newKhateeb(app.baseUrl)
  const known = await answered(url, { email, ...rest })
  expect(known.status).toBe(status)
  expect(await answered(url, { email: `nobody-${email}`, ...rest })).toEqual(known)
})
