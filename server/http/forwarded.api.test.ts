import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startApp } from '../../tests/runtime/app.ts'

/** Starts the application with a log that is kept, calls it twice through a "proxy", and gives what was logged. */
async function logOf(env: Record<string, string>): Promise<string[]> {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const app = await startApp({ env, parts: { log } })
  for (const forwarded of ['203.0.113.7', '203.0.113.8']) {
    await fetch(`${app.baseUrl}/healthz`, { headers: { 'x-forwarded-for': forwarded } })
  }
  await app.stop()
  return lines.filter((line) => line.includes('X-Forwarded-For'))
}

test('a forwarded address from a peer that nobody trusts is ignored, and that is said once', async () => {
  expect(await logOf({})).toHaveLength(1)
})

test('whoever is no trusted proxy is counted by his own address, whatever he says it is', async () => {
  const app = await startApp({ env: { LIMIT_LOOKUP: '2/600', TRUST_PROXY: '10.0.0.0/8' } })
  const statuses: number[] = []
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-for': '10.0.0.1, 203.0.113.8' },
    { 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' },
  ]) {
    statuses.push((await fetch(`${app.baseUrl}/zip/48126`, { headers })).status)
  }
  expect(statuses).toEqual([200, 200, 429])
  await app.stop()
})

test('a trusted proxy is believed without a word', async () => {
  expect(await logOf({ TRUST_PROXY: '127.0.0.0/8' })).toEqual([])
})

test('/forwarded tells the operator how a call arrived', async () => {
  const token = 'a-token-of-thirty-two-characters'
  const app = await startApp({ env: { METRICS_TOKEN: token, TRUST_PROXY: '127.0.0.1' } })
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }
  const told = await fetch(`${app.baseUrl}/forwarded`, { headers })
  expect(told.headers.get('cache-control')).toBe('no-store')
  expect(await told.json()).toEqual({
    address: '203.0.113.7',
    peer: '127.0.0.1',
    forwarded: ['198.51.100.1', '203.0.113.7'],
  })
  for (const authorization of ['', 'Bearer ', `Bearer ${token}s`]) {
    expect((await fetch(`${app.baseUrl}/forwarded`, { headers: { authorization } })).status).toBe(404)
  }
  await app.stop()
})

test('/forwarded is not found where no token is set', async () => {
  const app = await startApp()
  expect((await fetch(`${app.baseUrl}/forwarded`)).status).toBe(404)
  await app.stop()
})
