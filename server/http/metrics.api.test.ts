import { type RawBuilder, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { getKhateebDetails, getMasjidDetails } from '../../contract/directory.ts'
import { startApp, type TestApp } from '../../tests/runtime/app.ts'
import { fillEveryTable } from '../../tests/runtime/fill-every-table.ts'

const token = 'a-token-of-thirty-two-characters'

const app = await startApp({ env: { METRICS_TOKEN: token, DISK_WARNING: '7' } })

const fetchMetrics = (baseUrl: string, headers: Record<string, string> = {}) =>
  fetch(`${baseUrl}/metrics`, { headers })

test('/metrics answers a caller with the token, directly and through a proxy', async () => {
  await fetch(`${app.baseUrl}/random_ayah`)
  const authorization = `Bearer ${token}`
  const own = await fetchMetrics(app.baseUrl, { authorization })
  expect(own.status).toBe(200)
  expect(own.headers.get('cache-control')).toBe('no-store')
  const text = await own.text()
  expect(text).toContain('minbar_call_seconds_count{route="/random_ayah",method="GET",status="2xx"} 1')
  expect(text).toContain('minbar_letters_waiting 0')
  expect(text).toContain('minbar_disk_warning_bytes 7340032\n')
  expect(Number(/^minbar_disk_free_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
  expect(text).toContain('minbar_letters_held 0')
  const passedOn = await fetchMetrics(app.baseUrl, { authorization, 'x-forwarded-for': '203.0.113.7' })
  expect(passedOn.status).toBe(200)
})

test('/metrics has call duration buckets from 1 ms to 10 s, each at most 1.5 times the previous bucket', async () => {
  await fetch(`${app.baseUrl}/random_ayah`)
  const series = (await readCallSeries()).filter((it) => it.includes('route="/random_ayah"')).join('\n')
  const bounds = [...series.matchAll(/le="([\d.]+)"/g)].map(([, bound]) => Number(bound))
  expect([bounds[0], bounds.at(-1)]).toEqual([0.001, 10])
  const steps = bounds.slice(1).map((bound, index) => bound / (bounds[index] ?? 0))
  expect(Math.max(...steps)).toBeLessThanOrEqual(1.5)
})

test('/metrics has one series for all unknown paths and methods', async () => {
  await fetch(`${app.baseUrl}/made-up`)
  const before = await readCallSeries()
  for (const method of ['POST', 'PROPFIND', 'DELETE']) {
    await fetch(`${app.baseUrl}/another-made-up`, { method })
  }
  expect(await readCallSeries()).toEqual(before)
})

test('/metrics counts failures by code, and 503s by cause', async () => {
  // One call at a time and no queue, so that some of the concurrent calls are refused.
  const waiting = { maxWaitMs: 1_000, maxItems: 0, maxPerClient: 0 }
  const busy = await startApp({
    env: { METRICS_TOKEN: token, DATABASE_CONNECTIONS: '1' },
    parts: { gateBounds: { waiting, passwordsOfUnknownBrowsers: 0, passwordsOfKnownBrowsers: 0 } },
  })
  await Promise.all(Array.from({ length: 20 }, () => fetch(`${busy.baseUrl}/random_ayah`)))
  await fetch(`${busy.baseUrl}/identity/sign_in`, { method: 'POST' })
  await fetch(`${busy.baseUrl}/identity/sessions`)
  const text = await readMetrics(busy)
  expect(text).toMatch(/minbar_failures_total\{code="unavailable",because="queue"\} [1-9]/)
  expect(text).toContain('minbar_failures_total{code="unavailable",because="passwords"} 1')
  expect(text).toContain('minbar_failures_total{code="not_signed_in",because=""} 1')
  expect(text).toContain('minbar_calls_working 0')
  // Outside are the calls without a valid session.
  expect(text).toContain('minbar_calls_waiting{side="outside"} 0')
})

test('/metrics shows how many letters wait, for how long, and how many failed', async () => {
  const { db } = app.database
  const write = (ago: { written: number; due: number }, ended: { failed?: number; held?: boolean } = {}) =>
    sql`insert into letters (kind, recipient, props, created_at, next_attempt_at, failed_at, held)
        values ('welcome', 'a@minbar.example', '{}', ${secondsAgo(ago.written)}, ${secondsAgo(ago.due)},
          ${ended.failed === undefined ? null : secondsAgo(ended.failed)}, ${ended.held ?? false})`.execute(
      db,
    )
  await write({ written: 9_000, due: -600 }, { held: true })
  await write({ written: 5_000, due: 90 })
  await write({ written: 20, due: 20 })
  await write({ written: 3 * day, due: 2 * day }, { failed: day / 2 })
  await write({ written: 3 * day, due: 2 * day }, { failed: 2 * day })
  const text = await readMetrics(app)
  await sql`delete from letters`.execute(db)
  expect(text).toContain('minbar_letters_waiting 3')
  // Only the letters that failed in the last 24 hours.
  expect(text).toContain('minbar_letters_failed 1')
  // In seconds. A few more seconds than written above may have passed.
  expect(text).toMatch(/minbar_letters_oldest_seconds 50[0-9]{2}(\.|\n)/)
  expect(text).toMatch(/minbar_letters_overdue_seconds (9|1[0-9])[0-9](\.|\n)/)
})

test('/metrics shows when the last backup was made, and how many letters have been held since a restore', async () => {
  const { db } = app.database
  expect(await readMetrics(app)).toMatch(
    /^minbar_letters_held 0$[\s\S]*^minbar_last_backup_timestamp_seconds 0$/m,
  )
  await sql`insert into letters (kind, recipient, props)
    select 'welcome', 'a@people.test', '{}' from generate_series(1, 2)`.execute(db)
  await sql`update upkeep set letters_held_since = now(), last_backup_at = to_timestamp(1700000000)`.execute(
    db,
  )
  expect(await readMetrics(app)).toMatch(
    /^minbar_letters_held 2$[\s\S]*^minbar_last_backup_timestamp_seconds 1700000000$/m,
  )
  await sql`delete from letters`.execute(db)
  expect(await readMetrics(app)).toMatch(/^minbar_letters_held 0$/m)
  await sql`update upkeep set letters_held_since = null, last_backup_at = null`.execute(db)
})

test('/metrics shows a backup with a time in the future as no backup, because alerts would wait for that time', async () => {
  const { db } = app.database
  await sql`update upkeep set last_backup_at = now() + interval '31 minutes'`.execute(db)
  expect(await readMetrics(app)).toMatch(/^minbar_last_backup_timestamp_seconds 0$/m)
  // A time slightly in the future is shown, because the clocks of two machines may differ.
  await sql`update upkeep set last_backup_at = now() + interval '5 minutes'`.execute(db)
  expect(await readMetrics(app)).toMatch(/^minbar_last_backup_timestamp_seconds [1-9]/m)
  await sql`update upkeep set last_backup_at = null`.execute(db)
})

test('/metrics answers without the database, and shows that the database is down', async () => {
  const without = await startApp({ env: { METRICS_TOKEN: token } })
  const connect = vi.spyOn(without.database.pool, 'connect').mockImplementation(() => {
    throw new Error('Connection terminated')
  })
  const text = await readMetrics(without)
  connect.mockRestore()
  expect(text).toContain('minbar_database_up 0')
  expect(text).not.toMatch(/^minbar_letters_waiting/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d/m)
  expect(await readMetrics(without)).toContain('minbar_database_up 1')
})

test('/metrics contains no id, email, phone or name of an account after calls about it', async () => {
  const filled = await startApp({ env: { METRICS_TOKEN: token } })
  const { masjid, khateeb } = await fillEveryTable(filled.baseUrl, filled.database)
  await masjid.client.call(getKhateebDetails, { id: khateeb.uid })
  await khateeb.client.call(getMasjidDetails, { masjidId: masjid.uid })
  const { rows } = await sql<{ value: string }>`
    select email as value from people where email is not null
    union select uid::text from parties
    union select unnest(array[phone, masjid_name, masjid_address]) from masjids
    union select unnest(array[phone, last_name]) from khateebs
    union select id::text from slots`.execute(filled.database.db)
  const text = await readMetrics(filled)
  expect(text).toContain('route="/get_khateeb_details/:id"')
  expect(rows.map((it) => it.value)).toContain(masjid.email)
  expect(rows.filter((it) => text.includes(it.value))).toEqual([])
})

const day = 86_400

/** Returns the instant some seconds before now, by the database clock. */
function secondsAgo(seconds: number): RawBuilder<Date> {
  return sql<Date>`minbar_now() - make_interval(secs => ${seconds})`
}

async function readMetrics({ baseUrl }: TestApp): Promise<string> {
  return (await fetchMetrics(baseUrl, { authorization: `Bearer ${token}` })).text()
}

/** Returns the names and labels of the call series. */
async function readCallSeries(): Promise<string[]> {
  return (await readMetrics(app))
    .split('\n')
    .filter((line) => line.startsWith('minbar_call_seconds') && !line.includes('route="/metrics"'))
    .map((line) => line.slice(0, line.lastIndexOf(' ')))
}

test.each([
  ['no token', {}],
  ['no token, through a proxy', { 'x-forwarded-for': '203.0.113.7' }],
  ['another token', { authorization: `Bearer ${token}s` }],
  ['an empty token', { authorization: 'Bearer ' }],
  ['the token in another scheme', { authorization: `Basic ${token}` }],
])('/metrics is not found with %s', async (_, headers) => {
  const refused = await fetchMetrics(app.baseUrl, headers)
  expect([refused.status, await refused.json()]).toMatchObject([404, { code: 'not_found' }])
})

test('/metrics is not found without METRICS_TOKEN, even from this machine', async () => {
  const without = await startApp()
  for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: `Bearer ${token}` }]) {
    expect((await fetchMetrics(without.baseUrl, headers)).status).toBe(404)
  }
})
