import { verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { comparableText, expectStatus } from '../../tests/api/raw-call.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb } from '../../tests/runtime/people.ts'

vi.mock('@node-rs/argon2', { spy: true })
// Test files share a process. Without this reset, modules that an earlier test file loaded would use the unmocked argon2.
vi.hoisted(() => vi.resetModules())

const app = await startApp()

const post = (url: string, body: object) => app.send({ url, body })

test.each([
  ['/identity/sign_in', { password: 'not-the-password' }, 401],
  ['/identity/send_password_reset', {}, 200],
])('%s returns identical responses for emails with and without an account', async (url, rest, status) => {
  const { email } = await newKhateeb(app.baseUrl)
  const known = await post(url, { email, ...rest })
  expectStatus(known, status)
  const unknown = await post(url, { email: `nobody-${email}`, ...rest })
  expect(comparableText(unknown)).toBe(comparableText(known))
})

test('a sign-in verifies exactly one hash, whether or not the email has an account', async () => {
  const { email } = await newKhateeb(app.baseUrl)
  for (const tried of [email, `nobody-${email}`]) {
    vi.mocked(verify).mockClear()
    await post('/identity/sign_in', { email: tried, password: 'not-the-password' })
    expect(verify).toHaveBeenCalledOnce()
  }
})
