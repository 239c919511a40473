import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { changePassword, sendPasswordReset, signIn } from '../../contract/identity.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { changePasswordOf, newKhateeb, newMasjid, password } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { openPostgres } from '../database/postgres.ts'

const app = await startApp({
  env: {
    LIMIT_SIGN_IN: '3/300',
    LIMIT_SIGN_IN_ACCOUNT: '5/600',
    LIMIT_RESET: '4/900',
    LIMIT_RESET_ACCOUNT: '4/900',
    TRUST_PROXY: '127.0.0.1',
  },
})

let addresses = 0
const newAddress = () => `198.51.100.${(addresses += 1)}`

function post(path: string, body: object, address: string): Promise<Response> {
  return fetch(app.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
}

async function tryPasswords(email: string, address: string, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let time = 0; time < times; time += 1) {
    statuses.push((await post('/identity/sign_in', { email, password: 'wrong guess' }, address)).status)
  }
  return statuses
}

describe('wrong passwords', () => {
  test('for one account from one address are limited, with a Retry-After header', async () => {
    const { email } = await newKhateeb(app.baseUrl)
    const address = newAddress()
    expect(await tryPasswords(email, address, 4)).toEqual([401, 401, 401, 429])
    const refused = await post('/identity/sign_in', { email, password }, address)
    expect(refused.status).toBe(429)
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(290)
    expect(wait).toBeLessThanOrEqual(300)
    expect((await post('/identity/sign_in', { email, password }, newAddress())).status).toBe(200)
  })

  test('for one account from many addresses are limited', async () => {
    const { email } = await newKhateeb(app.baseUrl)
    expect(await tryPasswords(email, newAddress(), 3)).toEqual([401, 401, 401])
    expect(await tryPasswords(email, newAddress(), 3)).toEqual([401, 401, 429])
  })

  test('for many accounts from one address are limited', async () => {
    const address = newAddress()
    const statuses: number[] = []
    for (let person = 0; person < 31; person += 1) {
      statuses.push(...(await tryPasswords(`person-${person}@minbar.example`, address, 1)))
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429])
  })

  test('for one account from one IPv6 /64 network are counted together', async () => {
    const { email } = await newKhateeb(app.baseUrl)
    const statuses: number[] = []
    for (const address of [
      '2001:db8:1:2::1',
      '2001:db8:1:2:3:4:5:6',
      '2001:0DB8:1:2::1',
      '2001:db8:1:2:ffff::9',
    ])
      statuses.push(...(await tryPasswords(email, address, 1)))
    expect(statuses).toEqual([401, 401, 401, 429])
    expect(await tryPasswords(email, '2001:db8:1:3::1', 1)).toEqual([401])
  })

  test('for e-mails without an account are limited alike, so the limit reveals no accounts', async () => {
    expect(await tryPasswords('nobody@minbar.example', newAddress(), 4)).toEqual([401, 401, 401, 429])
  })

  test('in concurrent calls are all counted', async () => {
    const { email } = await newKhateeb(app.baseUrl)
    const address = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post('/identity/sign_in', { email, password: 'wrong guess' }, address)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      401, 401, 401, 429, 429, 429,
    ])
  })
})

test('correct passwords do not count against the limit of wrong ones', async () => {
  const { email } = await newMasjid(app.baseUrl)
  const address = newAddress()
  const statuses: number[] = []
  for (let time = 0; time < 8; time += 1) {
    statuses.push((await post('/identity/sign_in', { email, password }, address)).status)
  }
  expect(statuses).toEqual(Array.from({ length: 8 }, () => 200))
})

test('wrong passwords are limited in calls with a session, too', async () => {
  const person = await newKhateeb(app.baseUrl)
  const guess = () =>
    person.client.call(changePassword, { password: 'wrong guess', newPassword: 'new minaret' })
  for (let time = 0; time < 3; time += 1) await expect(guess()).rejects.toMatchObject({ status: 401 })
  await expect(guess()).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
})

test("password changes are limited, independently of strangers' requests for resets", async () => {
  let person = await newKhateeb(app.baseUrl)
  const { email } = person
  for (let time = 0; time < 4; time += 1) await post('/identity/send_password_reset', { email }, newAddress())
  for (let time = 0; time < 4; time += 1) person = await changePasswordOf(app.baseUrl, person)
  await expect(changePasswordOf(app.baseUrl, person)).rejects.toMatchObject({
    status: 429,
    code: 'too_many_requests',
  })
  const letters = await queuedLetters(app.database, email, 'password_changed')
  expect(letters).toHaveLength(4)
})

test.each(['known', 'unknown'])('letters to a %s address are limited across all callers', async (kind) => {
  const email = kind === 'known' ? (await newKhateeb(app.baseUrl)).email : 'unknown@minbar.example'
  const statuses: number[] = []
  for (let time = 0; time < 5; time += 1) {
    statuses.push((await post('/identity/send_password_reset', { email }, newAddress())).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429])
})

test('entries that the client itself puts into X-Forwarded-For are ignored', async () => {
  const { email } = await newKhateeb(app.baseUrl)
  const own = newAddress()
  const statuses: number[] = []
  for (const forged of ['192.0.2.1', '192.0.2.2, 192.0.2.3', '::1', 'nonsense']) {
    const sent = post('/identity/sign_in', { email, password: 'wrong guess' }, `${forged}, ${own}`)
    statuses.push((await sent).status)
  }
  expect(statuses).toEqual([401, 401, 401, 429])
})

test('an address over its limit is refused before the body is parsed', async () => {
  const address = newAddress()
  const sent = () => post('/identity/send_password_reset', { email: 'not an e-mail' }, address)
  for (let time = 0; time < 4; time += 1) expect((await sent()).status).toBe(400)
  expect((await sent()).status).toBe(429)
})

test('the counters store no e-mail addresses', async () => {
  await tryPasswords('secretive@minbar.example', newAddress(), 1)
  const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(app.database.reader)
  expect(rows.filter(({ key }) => key.includes('@'))).toEqual([])
})

test('limited calls get 503 while the database is unavailable', async () => {
  const database = openPostgres('postgres://minbar@127.0.0.1:1/minbar', 2)
  const away = await startApp({ parts: { database } })
  const client = away.client()
  for (const call of [
    client.call(signIn, { email: 'a@minbar.example', password }),
    client.call(sendPasswordReset, { email: 'a@minbar.example' }),
  ]) {
    await expect(call).rejects.toMatchObject({ status: 503, code: 'unavailable', retryAfter: 5 })
  }
  await away.stop()
  await database.close()
})
