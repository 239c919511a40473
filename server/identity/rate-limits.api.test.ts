import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Client } from '../../contract/client.ts'
import { changeEmail } from '../../contract/email-change.ts'
import { changePassword, deleteAccount, sendPasswordReset, signIn } from '../../contract/identity.ts'
import { fingerprintByTable } from '../../tests/api/database-snapshot.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { wrongCredentialsError } from '../../tests/runtime/email-changes.ts'
import { newClientAddressHeader, postJson } from '../../tests/runtime/page-requests.ts'
import { changePasswordOf, newKhateeb, newMasjid, password } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { repeat } from '../../tests/runtime/repeat.ts'
import { openPostgres } from '../database/postgres.ts'

const app = await startApp({
  env: {
    LIMIT_SIGN_IN: '3/300',
    LIMIT_SIGN_IN_ACCOUNT: '5/600',
    LIMIT_RESET: '4/900',
    LIMIT_RESET_ACCOUNT: '4/900',
    LIMIT_LOOKUP: '2/600',
    TRUST_PROXY: '127.0.0.1',
  },
})

const forwardedForHeader = (address: string) => ({ 'x-forwarded-for': address })
const signInWith = (email: string, headers = newClientAddressHeader(), tried = password) =>
  postJson(app.baseUrl, '/identity/sign_in', { email, password: tried }, headers)
const guess = async (email: string, headers = newClientAddressHeader()) =>
  (await signInWith(email, headers, 'wrong guess')).status
const guessRepeatedly = (times: number, email: string, headers = newClientAddressHeader()) =>
  repeat(times, () => guess(email, headers))
const requestReset = async (email: string) =>
  (await postJson(app.baseUrl, '/identity/send_password_reset', { email }, newClientAddressHeader())).status

const tooManyRequests = { status: 429, code: 'too_many_requests' }

describe('wrong passwords', () => {
  test('for one account from one IP address are limited, with a Retry-After header', async () => {
    const { email } = await newKhateeb(app.baseUrl)
    const address = newClientAddressHeader()
    expect(await guessRepeatedly(4, email, address)).toEqual([401, 401, 401, 429])
    const refused = await signInWith(email, address)
    expect(refused.status).toBe(429)
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(290)
    expect(wait).toBeLessThanOrEqual(300)
    expect((await signInWith(email)).status).toBe(200)
  })

  test('for one account from many IP addresses are limited', async () => {
    const { email } = await newKhateeb(app.baseUrl)
    expect(await guessRepeatedly(3, email)).toEqual([401, 401, 401])
    expect(await guessRepeatedly(3, email)).toEqual([401, 401, 429])
  })

  test('for many accounts from one IP address are limited', async () => {
    const address = newClientAddressHeader()
    const statuses = await repeat(31, (person) => guess(`person-${person}@minbar.example`, address))
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429])
  })

  test('for one account from one IPv6 /64 network are counted together', async () => {
    const { email } = await newKhateeb(app.baseUrl)
    const hosts = ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '2001:0DB8:1:2::1', '2001:db8:1:2:ffff::9']
    const statuses = await repeat(4, (index) => guess(email, forwardedForHeader(hosts[index] ?? '')))
    expect(statuses).toEqual([401, 401, 401, 429])
    expect(await guess(email, forwardedForHeader('2001:db8:1:3::1'))).toBe(401)
  })

  test('for emails without an account have the same limit, so the limit does not reveal which emails have accounts', async () => {
    expect(await guessRepeatedly(4, 'nobody@minbar.example')).toEqual([401, 401, 401, 429])
  })

  test('in concurrent calls are all counted', async () => {
    const { email } = await newKhateeb(app.baseUrl)
    const address = newClientAddressHeader()
    const statuses = await Promise.all(Array.from({ length: 6 }, () => guess(email, address)))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([401, 401, 401, 429, 429, 429])
  })

  test.each<[string, (client: Client, tried: string) => Promise<unknown>]>([
    [
      'change_password',
      (client, tried) => client.call(changePassword, { password: tried, newPassword: password }),
    ],
    [
      'change_email',
      (client, tried) => client.call(changeEmail, { password: tried, email: 'new@minbar.example' }),
    ],
    ['delete_account', (client, tried) => client.call(deleteAccount, { password: tried })],
  ])('in calls of %s are limited, and change nothing', async (_, call) => {
    const { client } = await newKhateeb(app.baseUrl)
    const before = await fingerprintByTable(app.database)
    await repeat(3, () => expect(call(client, 'wrong guess')).rejects.toMatchObject(wrongCredentialsError))
    await expect(call(client, password)).rejects.toMatchObject(tooManyRequests)
    expect(await fingerprintByTable(app.database)).toEqual(before)
  })
})

test('correct passwords do not count against the limit of wrong passwords', async () => {
  const { email } = await newMasjid(app.baseUrl)
  const address = newClientAddressHeader()
  const statuses = await repeat(8, async () => (await signInWith(email, address)).status)
  expect(statuses).toEqual(Array.from({ length: 8 }, () => 200))
})

test("password changes have their own limit, which strangers' requests for password resets cannot use up", async () => {
  let person = await newKhateeb(app.baseUrl)
  const { email } = person
  await repeat(4, () => requestReset(email))
  for (let time = 0; time < 4; time += 1) person = await changePasswordOf(app.baseUrl, person)
  await expect(changePasswordOf(app.baseUrl, person)).rejects.toMatchObject(tooManyRequests)
  expect(await queuedLetters(app.database, email, 'password_changed')).toHaveLength(4)
})

test.each(['known', 'unknown'])(
  'requests for a password reset of a %s address are limited across all callers',
  async (kind) => {
    const email = kind === 'known' ? (await newKhateeb(app.baseUrl)).email : 'unknown@minbar.example'
    expect(await repeat(5, () => requestReset(email))).toEqual([200, 200, 200, 200, 429])
  },
)

test('rate limits ignore the X-Forwarded-For entries that the client itself sends', async () => {
  const { email } = await newKhateeb(app.baseUrl)
  const { 'x-forwarded-for': own } = newClientAddressHeader()
  const forged = ['192.0.2.1', '192.0.2.2, 192.0.2.3', '::1', 'nonsense']
  const statuses = await repeat(4, (index) => guess(email, forwardedForHeader(`${forged[index]}, ${own}`)))
  expect(statuses).toEqual([401, 401, 401, 429])
})

const lookUp = async (address: string) =>
  (await fetch(`${app.baseUrl}/zip/48126`, { headers: forwardedForHeader(address) })).status

/** Sends two lookups from each of `networks` /64 networks with a common prefix. */
async function lookUpTwiceFrom(prefix: string, networks: number): Promise<number[]> {
  const statuses = await repeat(networks, (network) => {
    const address = `${prefix}${network.toString(16).padStart(2, '0')}::1`
    return repeat(2, () => lookUp(address))
  })
  return statuses.flat()
}

const repeatStatus = (count: number, status: number) => Array.from({ length: count }, () => status)

test('an IPv6 /56 network has four times the rate limit of a /64 network', async () => {
  expect(await lookUpTwiceFrom('2001:db8:56:ab', 5)).toEqual([
    ...repeatStatus(8, 200),
    ...repeatStatus(2, 429),
  ])
  expect(await lookUp('2001:db8:56:ac00::1')).toBe(200)
})

test('an IPv6 /48 network has sixteen times the rate limit of a /64 network', async () => {
  const statuses = await repeat(5, (subnet) => lookUpTwiceFrom(`2001:db8:48:${subnet + 1}`, 4))
  expect(statuses.flat()).toEqual([...repeatStatus(32, 200), ...repeatStatus(8, 429)])
  expect(await lookUp('2001:db8:49::1')).toBe(200)
})

test('rate limit counters contain no email addresses', async () => {
  await guess('secretive@minbar.example')
  const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(app.database.db)
  expect(rows.filter(({ key }) => key.includes('@'))).toEqual([])
})

test('calls with a rate limit get 503 while the database is unavailable', async () => {
  const database = openPostgres('postgres://minbar@127.0.0.1:1/minbar', 2)
  const client = (await startApp({ parts: { database } })).client()
  const email = 'a@minbar.example'
  const calls = [client.call(signIn, { email, password }), client.call(sendPasswordReset, { email })]
  const unavailable = { status: 503, code: 'unavailable', retryAfter: 5 }
  await Promise.all(calls.map((it) => expect(it).rejects.toMatchObject(unavailable)))
  await database.close()
})
