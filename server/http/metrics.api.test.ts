import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../tests/runtime/app.ts'

const token = 'a-token-of-thirty-two-characters'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { METRICS_TOKEN: token, DISK_WARNING: '7' } })
})
afterAll(() => app.stop())

const metrics = (baseUrl: string, headers: Record<string, string> = {}) =>
  fetch(`${baseUrl}/metrics`, { headers })

test('/metrics answers a caller who knows its token, also behind a proxy', async () => {
  await fetch(`${app.baseUrl}/random_ayah`)
  const authorization = `Bearer ${token}`
  const own = await metrics(app.baseUrl, { authorization })
  expect(own.status).toBe(200)
  expect(own.headers.get('cache-control')).toBe('no-store')
  const text = await own.text()
  expect(text).toContain('minbar_call_seconds_count{route="/random_ayah",method="GET",status="2xx"} 1')
  expect(text).toContain('minbar_letters_waiting 0')
  expect(text).toContain('minbar_disk_warning_bytes 7340032\n')
  expect(Number(/^minbar_disk_free_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
  const passedOn = await metrics(app.baseUrl, { authorization, 'x-forwarded-for': '203.0.113.7' })
  expect(passedOn.status).toBe(200)
})

test('/metrics has the duration of calls in steps of at most 1.5 times, from 1 ms to 10 s', async () => {
  await fetch(`${app.baseUrl}/random_ayah`)
  const series = (await callSeries()).filter((it) => it.includes('route="/random_ayah"')).join('\n')
  const bounds = [...series.matchAll(/le="([\d.]+)"/g)].map(([, bound]) => Number(bound))
  expect([bounds[0], bounds.at(-1)]).toEqual([0.001, 10])
  const steps = bounds.slice(1).map((bound, index) => bound / (bounds[index] ?? 0))
  expect(Math.max(...steps)).toBeLessThanOrEqual(1.5)
})

test('/metrics has no series of its own for a path or method that a caller made up', async () => {
  await fetch(`${app.baseUrl}/made-up`)
  const before = await callSeries()
  for (const method of ['POST', 'PROPFIND', 'DELETE']) {
    await fetch(`${app.baseUrl}/another-made-up`, { method })
  }
  expect(await callSeries()).toEqual(before)
})

/** The names and labels of what is counted of calls. */
async function callSeries(): Promise<string[]> {
  const answer = await metrics(app.baseUrl, { authorization: `Bearer ${token}` })
  return (await answer.text())
    .split('\n')
    .filter((line) => line.startsWith('minbar_call_seconds') && !line.includes('route="/metrics"'))
    .map((line) => line.slice(0, line.lastIndexOf(' ')))
}

test.each([
  ['no token', {}],
  ['no token, by a proxy', { 'x-forwarded-for': '203.0.113.7' }],
  ['another token', { authorization: `Bearer ${token}s` }],
  ['an empty token', { authorization: 'Bearer ' }],
  ['the token in another scheme', { authorization: `Basic ${token}` }],
])('/metrics is not found with %s', async (_, headers) => {
  const refused = await metrics(app.baseUrl, headers)
  expect([refused.status, await refused.json()]).toMatchObject([404, { code: 'not_found' }])
})

test('/metrics is not found, from this machine neither, where no token is set', async () => {
  const without = await startApp()
  for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: `Bearer ${token}` }]) {
    expect((await metrics(without.baseUrl, headers)).status).toBe(404)
  }
  await without.stop()
})
