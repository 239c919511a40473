import { EventEmitter, once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { checkUserRole, getSession, signIn, signOut } from '../../contract/identity.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { signInWith, wrongCredentialsError } from '../../tests/runtime/email-changes.ts'
import { cookiePair, postFromPage, postJson } from '../../tests/runtime/page-requests.ts'
import { changePasswordOf, newKhateeb, newMasjid, password } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { waitForLockConflict } from '../../tests/runtime/wait-for-lock-conflict.ts'
import type { Tx } from '../database/database.ts'
import { setPasswordHash } from './accounts.ts'
import { runOperatorCommand } from './operator-command.ts'
import { openSession } from './sessions.ts'

const app = await startApp()
const yusuf = await newKhateeb(app.baseUrl)

const day = 24 * 60 * 60 * 1_000

const signInFromPage = (remember: boolean) =>
  postFromPage(app.baseUrl, '/identity/sign_in', { email: yusuf.email, password, remember })

describe('a sign-in outside a page', () => {
  test('returns a token that authenticates, and sets no cookie', async () => {
    const response = await postJson(app.baseUrl, '/identity/sign_in', {
      email: ` ${yusuf.email.toUpperCase()} `,
      password,
    })
    const body = await response.json()
    expect(body).toMatchObject({ uid: yusuf.uid, role: 'khateeb' })
    expect(response.headers.getSetCookie()).toEqual([])
    const session = await app.client(body.token).call(getSession, {})
    const { uid, email, name } = yusuf
    const party = { uid, name, role: 'khateeb', memberRole: 'owner' }
    expect(session).toEqual({
      ...party,
      parties: [party],
      personId: await personIdOf(app.database.db, uid),
      email,
      timeZone: 'America/Detroit',
      expiresAt: body.expiresAt,
    })
  })

  test('creates a session for one day, or for thirty days with `remember`', async () => {
    await app.setNow('2026-08-07T12:00:00Z')
    const sent = { email: yusuf.email, password }
    const short = await app.client().call(signIn, sent)
    const long = await app.client().call(signIn, { ...sent, remember: true })
    expect(short.expiresAt).toBe('2026-08-08T12:00:00.000Z')
    expect(long.expiresAt).toBe('2026-09-06T12:00:00.000Z')
    const whoIs = (token = '') => app.client(token).call(getSession, {})
    await app.setNow('2026-08-08T11:59:59Z')
    expect(await whoIs(short.token)).not.toBeNull()
    await app.setNow('2026-08-08T12:00:00Z')
    expect(await whoIs(short.token)).toBeNull()
    expect(await whoIs(long.token)).not.toBeNull()
    await app.setNow('2026-09-06T12:00:00Z')
    expect(await whoIs(long.token)).toBeNull()
    await app.setNow(null)
  })
})

describe('a sign-in from a page', () => {
  test('sets an HttpOnly session cookie and returns no token', async () => {
    const response = await signInFromPage(false)
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^minbar=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(await response.json()).not.toHaveProperty('token')
    const headers = { cookie: cookiePair(cookie) }
    const session = await fetch(`${app.baseUrl}/identity/session`, { headers })
    expect(await session.json()).toMatchObject({ uid: yusuf.uid })
  })

  test('with `remember`, sets a cookie for thirty days', async () => {
    const response = await signInFromPage(true)
    const [, expires = ''] = /Expires=([^;]+)/.exec(response.headers.getSetCookie()[0] ?? '') ?? []
    const { expiresAt } = await response.json()
    expect(Math.abs(Date.parse(expires) - Date.parse(expiresAt))).toBeLessThan(1_000)
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 30 * day)).toBeLessThan(day)
  })
})

test.each([
  ['a wrong password', yusuf.email, 'not-it'],
  ['an email without an account', 'nobody@minbar.example', password],
])('a sign-in with %s fails with wrong_credentials', async (_, email, tried) => {
  await expect(signInWith(app, email, tried)).rejects.toMatchObject({
    ...wrongCredentialsError,
    message: 'The email or the password is not right. Please check them and try again.',
  })
})

test('signing out ends the session and clears the cookie', async () => {
  const { token = '' } = await signInWith(app, yusuf.email)
  const response = await postJson(app.baseUrl, '/identity/sign_out', {}, { cookie: `minbar=${token}` })
  expect(response.headers.getSetCookie()[0]).toMatch(/^minbar=; .*Expires=Thu, 01 Jan 1970/)
  expect(await app.client(token).call(getSession, {})).toBeNull()
  expect(await yusuf.client.call(getSession, {})).not.toBeNull()
})

test('signing out succeeds without a session', async () => {
  expect(await app.client().call(signOut, {})).toEqual({})
})

test('a call with a missing or forged token is unauthenticated', async () => {
  for (const token of [undefined, 'x', 'A'.repeat(43), yusuf.uid]) {
    expect(await app.client(token).call(getSession, {})).toBeNull()
  }
})

test('a caller can read only their own role', async () => {
  const masjid = await newMasjid(app.baseUrl)
  expect(await masjid.client.call(checkUserRole, { uid: masjid.uid })).toEqual({ role: 'masjid' })
  expect(await yusuf.client.call(checkUserRole, { uid: 'me' })).toEqual({ role: 'khateeb' })
  await expect(masjid.client.call(checkUserRole, { uid: yusuf.uid })).rejects.toMatchObject({ status: 403 })
  await expect(app.client().call(checkUserRole, { uid: yusuf.uid })).rejects.toMatchObject({ status: 401 })
})

test('a password keeps its spaces and case, and matches in any Unicode normalization form', async () => {
  const person = await newKhateeb(app.baseUrl)
  const { email } = person
  const typed = ' Re\u0301my at the pulpit '
  await changePasswordOf(app.baseUrl, person, typed)
  for (const same of [typed, ' R\u00e9my at the pulpit ']) await signInWith(app, email, same)
  for (const another of [
    'R\u00e9my at the pulpit',
    ' R\u00e9my at the pulpit',
    ' Remy at the pulpit ',
    typed.toLowerCase(),
  ]) {
    await expect(signInWith(app, email, another)).rejects.toMatchObject(wrongCredentialsError)
  }
})

test("a masjid's session has the masjid's name", async () => {
  const masjid = await newMasjid(app.baseUrl, { masjidName: 'Masjid al-Fath' })
  expect(await masjid.client.call(getSession, {})).toMatchObject({ name: 'Masjid al-Fath', role: 'masjid' })
})

test.each<[string, (tx: Tx, personId: string) => Promise<unknown>]>([
  ['a password change', (tx, personId) => setPasswordHash(tx, personId, 'another')],
  ['a suspension', (tx, personId) => runOperatorCommand(tx, { personId }, { kind: 'suspend', on: true })],
])('a sign-in concurrent with %s opens no session', async (_, change) => {
  const { uid } = await newKhateeb(app.baseUrl)
  const { database } = app
  const personId = await personIdOf(database.db, uid)
  const account = database.db.selectFrom('people').select('password_hash').where('id', '=', personId)
  const { password_hash } = await account.executeTakeFirstOrThrow()
  const changing = new EventEmitter()
  const late = once(changing, 'written').then(() =>
    database.transaction((tx) =>
      openSession(tx, { personId, passwordHash: password_hash }, { device: '', remember: false }),
    ),
  )
  await database.transaction(async (tx) => {
    await change(tx, personId)
    changing.emit('written')
    await waitForLockConflict(tx, late)
  })
  expect(await late).toBeUndefined()
})
