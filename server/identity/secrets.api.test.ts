import { expect, test } from 'vitest'
import { khateebSignup, sendPasswordReset } from '../../contract/identity.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { tokenInLetter } from '../../tests/runtime/email-changes.ts'
import { postFromPage } from '../../tests/runtime/page-requests.ts'
import { newKhateeb, password } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'

const app = await startApp()

/** Returns the values of a row as text, including the raw bytes of binary columns. */
function textOf(row: object): string {
  return Object.values(row)
    .map((it) => (Buffer.isBuffer(it) ? it.toString('latin1') : JSON.stringify(it)))
    .join('\n')
}

test('rows of people, sessions, links, known browsers and Idempotency-Keys have no passwords or tokens, as text or bytes', async () => {
  const { email, token } = await newKhateeb(app.baseUrl)
  const profile = { firstName: 'Bilal', lastName: 'Rahman', phone: '(313) 555-0111', zipCode: '48126' }
  const signUp = { ...profile, email: 'bilal@minbar.example', password }
  await app.client().call(khateebSignup, signUp, 'sign-up')
  await app.client().call(sendPasswordReset, { email }, 'reset')
  const reset = await tokenInLetter(app, email, 'password_reset')
  const keyOfSignIn = { 'idempotency-key': 'sign-in' }
  const page = await postFromPage(app.baseUrl, '/identity/sign_in', { email, password }, keyOfSignIn)
  const cookies = page.headers.getSetCookie().map((it) => /=([\w-]{43});/.exec(it)?.[1])
  const secrets = [password, token, reset, ...cookies].filter((it) => it !== undefined)
  expect(secrets).toHaveLength(5)
  const tables = ['sessions', 'links', 'known_devices', 'people', 'idempotency_keys'] as const
  const rows = await Promise.all(
    tables.map((table) => app.database.db.selectFrom(table).selectAll().execute()),
  )
  const keys = app.database.db.selectFrom('idempotency_keys').orderBy('key').select('key')
  // The response to a sign-in is a secret, so the server stores no Idempotency-Key for it.
  expect(await keys.execute()).toEqual([{ key: 'reset' }, { key: 'sign-up' }])
  const kept = rows.flat().map(textOf).join('\n')
  for (const secret of secrets) {
    expect(kept).not.toContain(secret)
    expect(kept).not.toContain(Buffer.from(secret, 'base64url').toString('latin1'))
  }
})

test('a password reset link has 256 random bits', async () => {
  const { email } = await newKhateeb(app.baseUrl)
  await Promise.all(Array.from({ length: 40 }, () => app.client().call(sendPasswordReset, { email })))
  const letters = await queuedLetters(app.database, email, 'password_reset')
  const links = letters.map((it) => Buffer.from(it.token, 'base64url'))
  expect(links.map((it) => it.length)).toEqual(Array.from({ length: 40 }, () => 32))
  // Among the forty links, each bit is 0 in some links and 1 in others.
  for (let bit = 0; bit < 256; bit += 1) {
    const values = new Set(links.map((it) => ((it[bit >> 3] ?? 0) >> (bit & 7)) & 1))
    expect([bit, values.size]).toEqual([bit, 2])
  }
})
