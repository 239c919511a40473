import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { noRateLimits, startApp } from '../tests/runtime/app.ts'
import { newClientAddressHeader, postJson } from '../tests/runtime/page-requests.ts'
import { newKhateeb, password } from '../tests/runtime/people.ts'
import { repeat } from '../tests/runtime/repeat.ts'
import { readConfig } from './config.ts'
import { openPostgres } from './database/postgres.ts'
import { deleteExpiredIdentityData } from './identity/delete-expired.ts'
import { createRateLimits } from './identity/rate-limits.ts'
import { hashOf } from './tokens.ts'

const app = await startApp({ env: { LIMIT_SIGN_IN: '3/300', TRUST_PROXY: '127.0.0.1' } })

async function signIn(email: string, tried: string, from = newClientAddressHeader()): Promise<number> {
  return (await postJson(app.baseUrl, '/identity/sign_in', { email, password: tried }, from)).status
}

const { limits: noLimits } = readConfig(noRateLimits)

test('counting a password attempt leaves no prepared statement in the database connection', async () => {
  const database = openPostgres(app.url, 1)
  const limits = createRateLimits(database, noLimits)
  const from = { address: '192.0.2.1', device: null }
  await limits.tryPassword('a@minbar.example', from, async () => true)
  // Behind a pooler, the next statement may use another connection, which would not have the prepared statement.
  expect((await database.pool.query('select name from pg_prepared_statements')).rows).toEqual([])
  await database.close()
})

test('a password attempt that could not be checked no longer counts when the database is back', async () => {
  const { email } = await newKhateeb(app.baseUrl)
  const from = newClientAddressHeader()
  const where = { address: from['x-forwarded-for'], device: null }
  const { pool } = app.database
  const limits = createRateLimits(app.database, { ...noLimits, sign_in: { calls: 3, seconds: 300 } })
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
  for (let time = 0; time < 3; time += 1) {
    const tried = limits.tryPassword(email, where, () => {
      vi.spyOn(pool, 'connect').mockImplementation(() => {
        throw gone
      })
      return Promise.reject(gone)
    })
    await expect(tried).rejects.toBe(gone)
    vi.restoreAllMocks()
  }
  const points = async () => {
    const hash = hashOf(email).toString('base64url')
    const counted = sql<{
      points: number
    }>`select points from rate_limits where key like ${`sign_in%${hash}%`}`
    return (await counted.execute(app.database.db)).rows.map((it) => it.points)
  }
  await expect.poll(points).toEqual([0, 0])
  expect(await repeat(4, () => signIn(email, 'wrong guess', from))).toEqual([401, 401, 401, 429])
})

test('a limit ends with its window, by the database clock', async () => {
  const { email } = await newKhateeb(app.baseUrl)
  const from = newClientAddressHeader()
  await app.setNow('2027-01-01T00:00:00Z')
  await repeat(4, () => signIn(email, 'wrong guess', from))
  const statusAt = async (instant: string) => {
    await app.setNow(instant)
    return signIn(email, password, from)
  }
  expect(await statusAt('2027-01-01T00:04:59Z')).toBe(429)
  // Poll, because the process caches a refusal for a second.
  await expect.poll(() => statusAt('2027-01-01T00:05:00Z')).toBe(200)
  await app.setNow(null)
})

test('the cleanup job deletes a counter once its window has ended', async () => {
  const { db } = app.database
  const counters = async () => {
    await deleteExpiredIdentityData(app.database)
    // These counters count the wrong passwords for an account from one IP address.
    const { rows } = await sql`select from rate_limits where key like 'sign_in_pair%'`.execute(db)
    return rows.length
  }
  await sql`delete from rate_limits`.execute(db)
  await app.setNow('2027-02-01T00:00:00Z')
  await signIn('somebody@minbar.example', 'wrong guess')
  await app.setNow('2027-02-01T00:04:59Z')
  expect(await counters()).toBe(1)
  await app.setNow('2027-02-01T00:05:00Z')
  expect(await counters()).toBe(0)
  await app.setNow(null)
})

test('counting a call from an IP address takes one database round trip', async () => {
  const limits = createRateLimits(app.database, noLimits)
  const connect = vi.spyOn(app.database.pool, 'connect')
  await limits.countAddress('lookup', '2001:db8:3::1')
  expect(connect).toHaveBeenCalledTimes(1)
  vi.restoreAllMocks()
})

/** Counts a lookup with an empty refusal cache, so that the database decides. */
function countLookup(address: string): Promise<string> {
  const limits = createRateLimits(app.database, { ...noLimits, lookup: { calls: 2, seconds: 600 } })
  const counted = limits.countAddress('lookup', address).then(() => 'counted')
  return counted.catch(({ code }) => code)
}

test('a call that the limit of a /64 network refuses does not count against the /56 network', async () => {
  const outcomes = await repeat(12, () => countLookup('2001:db8:7:ff00::1'))
  expect(outcomes).toEqual(['counted', 'counted', ...Array.from({ length: 10 }, () => 'too_many_requests')])
  expect(await countLookup('2001:db8:7:ff01::1')).toBe('counted')
})
