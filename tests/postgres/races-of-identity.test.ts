import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { getSession, khateebSignup, masjidSignup, resetPassword, signIn } from '../../contract/identity.ts'
import { newToken } from '../../server/tokens.ts'
import { insertKhateeb } from '../runtime/insert-people.ts'
import { password } from '../runtime/people.ts'
import { retryingClient } from '../runtime/retrying-client.ts'
import { clientFor, type RacingCall, rounds, startServerPair, tally } from './server-pair.ts'

const pair = await startServerPair(inject('build'))

const khateeb = {
  firstName: 'Yusuf',
  lastName: 'Khan',
  password,
  phone: '(313) 555-0199',
  zipCode: '48126',
}

const masjid = {
  masjidName: 'Masjid of the race',
  masjidAddress: '1 Main Street',
  password,
  phone: '(313) 555-0100',
  zipCode: '48126',
}

function passwordOf(number: number): string {
  return `pulpit-of-oak-${number}`
}

/** Counts the accounts and profiles of an e-mail address, and lists its letters. */
async function rowsOf(email: string) {
  const { reader } = pair.database
  const accounts = await reader.selectFrom('accounts').where('email', '=', email).select('uid').execute()
  const uids = accounts.map((it) => it.uid)
  const khateebs = await reader.selectFrom('khateebs').where('uid', 'in', uids).select('uid').execute()
  const masjids = await reader.selectFrom('masjids').where('uid', 'in', uids).select('uid').execute()
  const letters = await reader.selectFrom('letters').where('recipient', '=', email).select('kind').execute()
  return {
    accounts: accounts.length,
    profiles: khateebs.length + masjids.length,
    letters: letters.map((it) => it.kind),
  }
}

describe.each(rounds)('round %i', () => {
  test('of fifty sign-ups with one e-mail in different spellings, one creates an account, a profile and a letter', async () => {
    const email = `race-${randomUUID()}@minbar.example`
    const written = [email, email.toUpperCase(), `  ${email} `]
    const signUp: RacingCall = (url, number) => {
      const own = { email: written[number % written.length] ?? email }
      return number % 4 < 2
        ? retryingClient(url).call(khateebSignup, { ...khateeb, ...own })
        : retryingClient(url).call(masjidSignup, { ...masjid, ...own })
    }
    const answers = await pair.race(signUp)
    expect(tally(answers.flat())).toEqual({ changed: 1, email_taken: 49 })
    expect(await rowsOf(email)).toEqual({ accounts: 1, profiles: 1, letters: ['welcome'] })
  })

  test('a sign-up sent fifty times with one Idempotency-Key always succeeds, and takes effect once', async () => {
    const email = `race-${randomUUID()}@minbar.example`
    const headers = { 'idempotency-key': randomUUID() }
    const uids = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const { url: baseUrl } = pair.servers[index % 2 === 0 ? 0 : 1]
        const client = retryingClient(baseUrl, headers)
        return (await client.call(khateebSignup, { ...khateeb, email })).uid
      }),
    )
    expect(new Set(uids).size).toBe(1)
    expect(await rowsOf(email)).toEqual({ accounts: 1, profiles: 1, letters: ['welcome'] })
  })

  test('a reset link used fifty times concurrently sets one password and ends every session', async () => {
    const member = await insertKhateeb(pair.database)
    const { token, hash } = newToken()
    await pair.database.reader
      .insertInto('links')
      .values({
        uid: member.uid,
        purpose: 'reset_password',
        token_hash: hash,
        expires_at: new Date('2200-01-01T00:00:00Z'),
      })
      .execute()
    const [answers = []] = await pair.race((url, number) =>
      retryingClient(url).call(resetPassword, { token, password: passwordOf(number) }),
    )
    expect(tally(answers)).toEqual({ changed: 1, link_spent: 49 })
    expect((await rowsOf(member.email)).letters).toEqual(['password_changed'])
    const [{ url }] = pair.servers
    expect(await clientFor(member, url).call(getSession, {})).toBeNull()
    const chosen = { email: member.email, password: passwordOf(answers.indexOf('changed')) }
    expect(await retryingClient(url).call(signIn, chosen)).toMatchObject({ uid: member.uid })
  })
})
