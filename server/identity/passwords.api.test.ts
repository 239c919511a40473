import { EventEmitter, once } from 'node:events'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { actingUidHeader, createClient } from '../../contract/client.ts'
import * as identity from '../../contract/identity.ts'
import { joinMasjid } from '../../tests/runtime/add-member.ts'
import { startApp } from '../../tests/runtime/app.ts'
import {
  linkSpentError,
  signInWith,
  tokenInLetter,
  wrongCredentialsError,
} from '../../tests/runtime/email-changes.ts'
import { cookiePair, postFromPage, setCookieHeader } from '../../tests/runtime/page-requests.ts'
import {
  changePasswordOf,
  newKhateeb,
  newMasjid,
  password,
  type TestAccount,
} from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { waitForLockConflict } from '../../tests/runtime/wait-for-lock-conflict.ts'
import { lockAccount } from './accounts.ts'
import { createLink, ownerOfLink } from './single-use-links.ts'

const app = await startApp()

async function requestResetToken({ email }: Pick<TestAccount, 'email'>): Promise<string> {
  await app.client().call(identity.sendPasswordReset, { email })
  return tokenInLetter(app, email, 'password_reset')
}

const reset = (token: string, newPassword = 'new minaret') =>
  app.client().call(identity.resetPassword, { token, password: newPassword })

async function sessionBehind(cookie: string): Promise<unknown> {
  return (await fetch(`${app.baseUrl}/identity/session`, { headers: { cookie } })).json()
}

function expectChangeLetters({ email, name }: TestAccount, times: number) {
  const letters = queuedLetters(app.database, email, 'password_changed')
  return expect(letters).resolves.toEqual(Array.from({ length: times }, () => ({ name })))
}

describe('a reset link', () => {
  test('sets a new password once, ends all sessions and sends a letter', async () => {
    const person = await newKhateeb(app.baseUrl)
    const token = await requestResetToken(person)
    expect(await reset(token)).toEqual({})
    expect(await person.client.call(identity.getSession, {})).toBeNull()
    await expect(signInWith(app, person.email)).rejects.toMatchObject(wrongCredentialsError)
    expect(await signInWith(app, person.email, 'new minaret')).toHaveProperty('token')
    await expect(reset(token, 'newer minaret')).rejects.toMatchObject(linkSpentError)
    await expectChangeLetters(person, 1)
  })

  test('expires thirty minutes after its request', async () => {
    const person = await newKhateeb(app.baseUrl)
    await app.setNow('2026-12-31T23:45:00Z')
    const early = await requestResetToken(person)
    await app.setNow('2027-01-01T00:14:59Z')
    await reset(early)
    await app.setNow('2026-12-31T23:45:00Z')
    const late = await requestResetToken(person)
    await app.setNow('2027-01-01T00:15:00Z')
    await expect(reset(late)).rejects.toMatchObject(linkSpentError)
    await app.setNow(null)
  })

  test('is invalidated by a newer link: after ten concurrent requests for a link, only one link is valid', async () => {
    const { email } = await newKhateeb(app.baseUrl)
    await Promise.all(
      Array.from({ length: 10 }, () => app.client().call(identity.sendPasswordReset, { email })),
    )
    const letters = await queuedLetters(app.database, email, 'password_reset')
    expect(letters).toHaveLength(10)
    const lookUps = letters.map(({ token }) => ownerOfLink(app.database.db, token, 'reset_password'))
    const valid = (await Promise.allSettled(lookUps)).filter((it) => it.status === 'fulfilled')
    expect(valid).toHaveLength(1)
    const outcomes = await Promise.allSettled(letters.map(({ token }) => reset(token)))
    expect(outcomes.filter((it) => it.status === 'fulfilled')).toHaveLength(1)
  })

  test('is invalidated by the link of a concurrent request that waited for the lock on the account', async () => {
    const { uid, email } = await newKhateeb(app.baseUrl)
    const personId = await personIdOf(app.database.db, uid)
    const asking = new EventEmitter()
    const next = once(asking, 'first').then(() => app.client().call(identity.sendPasswordReset, { email }))
    const first = await app.database.transaction(async (tx) => {
      await lockAccount(tx, { email })
      asking.emit('first')
      await waitForLockConflict(tx, next)
      return createLink(tx, personId, 'reset_password')
    })
    await next
    const ownerOfFirst = ownerOfLink(app.database.db, first, 'reset_password')
    await expect(ownerOfFirst).rejects.toMatchObject({ code: 'link_spent' })
    const newer = await tokenInLetter(app, email, 'password_reset')
    expect(await ownerOfLink(app.database.db, newer, 'reset_password')).toBe(personId)
  })

  test('remains valid after the policy has rejected the new password', async () => {
    const token = await requestResetToken(await newKhateeb(app.baseUrl))
    await expect(reset(token, 'mihra')).rejects.toMatchObject({
      status: 400,
      fields: { password: 'The password must have at least 6 characters.' },
    })
    expect(await reset(token)).toEqual({})
  })

  test('is the only link that sets a password: a verification link or a forged token is refused', async () => {
    const { email } = await newKhateeb(app.baseUrl)
    for (const token of [await tokenInLetter(app, email, 'welcome'), 'A'.repeat(43)]) {
      await expect(reset(token)).rejects.toMatchObject(linkSpentError)
    }
  })
})

test('requesting a password reset for an unknown address succeeds and sends no letter', async () => {
  const email = 'unknown@minbar.example'
  expect(await app.client().call(identity.sendPasswordReset, { email })).toEqual({})
  expect(await queuedLetters(app.database, email, 'password_reset')).toEqual([])
})

describe('a password change', () => {
  test('renews the caller’s session, ends all other sessions, invalidates reset links and sends a letter', async () => {
    const person = await newKhateeb(app.baseUrl)
    const { email } = person
    const elsewhere = await signInWith(app, email)
    const token = await requestResetToken(person)
    const after = await changePasswordOf(app.baseUrl, person, 'new minaret')
    expect(await person.client.call(identity.getSession, {})).toBeNull()
    expect(await after.client.call(identity.getSessions, {})).toHaveLength(1)
    expect(await app.client(elsewhere.token).call(identity.getSession, {})).toBeNull()
    await expect(reset(token, 'newer minaret')).rejects.toMatchObject(linkSpentError)
    await expect(signInWith(app, email)).rejects.toMatchObject(wrongCredentialsError)
    await expectChangeLetters(person, 1)
  })

  test.each([
    { remember: true, kept: 'until the same expiry as before', lasts: true },
    { remember: false, kept: 'until the browser is closed', lasts: false },
  ])('gives a page a new session cookie, valid $kept', async ({ remember, lasts }) => {
    const { email } = await newKhateeb(app.baseUrl)
    const signedIn = await postFromPage(app.baseUrl, '/identity/sign_in', { email, password, remember })
    const before = cookiePair(setCookieHeader(signedIn, 'minbar'))
    // PostgreSQL reads the clock twice for a new session, so a session can seem to last slightly longer than its lifetime. This line
    // simulates such a session.
    await sql`update sessions set created_at = created_at - interval '1 millisecond'
      where person_id = (select id from people where email = ${email})`.execute(app.database.db)
    const sent = { password, newPassword: 'new minaret' }
    const changed = await postFromPage(app.baseUrl, '/identity/change_password', sent, { cookie: before })
    const { expiresAt } = await signedIn.json()
    expect(await changed.json()).toEqual({ expiresAt })
    const cookie = setCookieHeader(changed, 'minbar')
    expect(cookiePair(cookie)).not.toBe(before)
    expect(cookie.includes('Expires=')).toBe(lasts)
    expect(await sessionBehind(before)).toBeNull()
    expect(await sessionBehind(cookiePair(cookie))).toMatchObject({ email })
  })

  describe('that is repeated because its response was lost', () => {
    const newPassword = 'new minaret'
    /** Creates a person, and changes the person's password. The returned client has the new session, as a page has it in its cookie. */
    const changedPerson = async (signUp = newKhateeb) =>
      changePasswordOf(app.baseUrl, await signUp(app.baseUrl), newPassword)
    const repeatAs = ({ client }: TestAccount, sent = newPassword) =>
      client.call(identity.changePassword, { password, newPassword: sent })

    test.each([
      ['khateeb', newKhateeb],
      ['masjid', newMasjid],
    ])('succeeds for a %s within an hour, and changes nothing', async (_, signUp) => {
      const person = await changedPerson(signUp)
      const { expiresAt } = (await person.client.call(identity.getSession, {})) ?? {}
      const elsewhere = await signInWith(app, person.email, newPassword)
      expect(await repeatAs(person)).toEqual({ expiresAt })
      expect(await app.client(elsewhere.token).call(identity.getSession, {})).not.toBeNull()
      await expectChangeLetters(person, 1)
    })

    test.each(['khateeb', 'masjid'])(
      'succeeds if the first call acts for the person’s %s, and the repeated call acts for another party',
      async (changedFor) => {
        const person = await newKhateeb(app.baseUrl)
        const masjid = await newMasjid(app.baseUrl)
        const { db } = app.database
        await joinMasjid(db, await personIdOf(db, person.uid), masjid.uid, 'viewer')
        const uids = changedFor === 'khateeb' ? [person.uid, masjid.uid] : [masjid.uid, person.uid]
        const changeAs = (uid: string | undefined, token = '') => {
          const headers = { authorization: `Bearer ${token}`, [actingUidHeader]: uid ?? '' }
          const client = createClient({ baseUrl: app.baseUrl, fetch, headers })
          return client.call(identity.changePassword, { password, newPassword })
        }
        const { token } = await changeAs(uids[0], person.token)
        expect((await changeAs(uids[1], token)).token).toBeUndefined()
        await expectChangeLetters(person, 1)
      },
    )

    test('is refused with a different new password', async () => {
      await expect(repeatAs(await changedPerson(), 'newer minaret')).rejects.toMatchObject(
        wrongCredentialsError,
      )
    })

    test('is refused after an hour', async () => {
      await app.setNow('2026-12-31T12:00:00Z')
      const person = await changedPerson()
      await app.setNow('2026-12-31T13:00:00Z')
      await expect(repeatAs(person)).rejects.toMatchObject(wrongCredentialsError)
      await app.setNow('2026-12-31T12:59:59Z')
      expect(await repeatAs(person)).toHaveProperty('expiresAt')
      await app.setNow(null)
    })
  })

  test('is refused for a wrong current password, even if the new password is the current one', async () => {
    const { client } = await newKhateeb(app.baseUrl)
    const change = client.call(identity.changePassword, { password: 'not it', newPassword: password })
    await expect(change).rejects.toMatchObject(wrongCredentialsError)
  })

  test('is refused if the policy rejects the new password', async () => {
    const change = changePasswordOf(app.baseUrl, await newKhateeb(app.baseUrl), 'Qwerty')
    await expect(change).rejects.toMatchObject({
      status: 400,
      fields: { newPassword: expect.stringContaining('most common') },
    })
  })

  test('succeeds for only one of five concurrent calls', async () => {
    const person = await newKhateeb(app.baseUrl)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, (_, number) =>
        person.client.call(identity.changePassword, { password, newPassword: `minaret number ${number}` }),
      ),
    )
    expect(outcomes.filter((it) => it.status === 'fulfilled')).toHaveLength(1)
    await expectChangeLetters(person, 1)
  })
})

test("the operator's password policy is public and enforced", async () => {
  const strict = await startApp({ env: { PASSWORD_MIN_LENGTH: '12', PASSWORD_NUMERIC: 'yes' } })
  expect(await strict.client().call(identity.getPasswordPolicy, {})).toEqual({
    minLength: 12,
    maxLength: 256,
    lowercase: false,
    uppercase: false,
    numeric: true,
    nonAlphanumeric: false,
  })
  await expect(newKhateeb(strict.baseUrl, { password: 'minaret' })).rejects.toMatchObject({
    fields: {
      password: 'The password must have at least 12 characters. The password must have a digit.',
    },
  })
})
