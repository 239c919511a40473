import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../tests/runtime/app.ts'

const token = 'a-token-of-thirty-two-characters'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { METRICS_TOKEN: token } })
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
  expect(text).toContain('minbar_call_seconds_count{route="/random_ayah",method="GET",status="200"} 1')
  expect(text).toContain('minbar_letters_waiting 0')
  expect(text).toContain('minbar_letters_held 0')
  const passedOn = await metrics(app.baseUrl, { authorization, 'x-forwarded-for': '203.0.113.7' })
  expect(passedOn.status).toBe(200)
})

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
