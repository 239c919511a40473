import { once } from 'node:events'
import { get } from 'node:http'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startApp } from '../../tests/runtime/app.ts'
import { createHourlyPeerFilter } from './x-forwarded-for.ts'

/** Calls with X-Forwarded-For from an address of this machine. */
async function callFrom(localAddress: string, url: string): Promise<void> {
  const call = get(url, { localAddress, headers: { 'x-forwarded-for': '203.0.113.7' } })
  const [answer] = await once(call, 'response')
  answer.resume()
  await once(answer, 'end')
}

/** Starts the application with a log that is kept, calls it from these addresses, and gives the peers that it warned of. */
async function warnedOf(env: Record<string, string>, callers: readonly string[]): Promise<string[]> {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const app = await startApp({ env, parts: { log } })
  for (const caller of callers) await callFrom(caller, `${app.baseUrl}/healthz`)
  await app.stop()
  const warnings = lines.filter((line) => line.includes('X-Forwarded-For is ignored'))
  return warnings.map((line) => JSON.parse(line).peer)
}

test('a forwarded address from an untrusted peer is ignored, and each such peer is named once', async () => {
  const callers = ['127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.2', '127.0.0.3']
  expect(await warnedOf({}, callers)).toEqual(['127.0.0.2', '127.0.0.3'])
})

test('an untrusted peer is named once an hour', () => {
  const isToName = createHourlyPeerFilter()
  const hour = 3_600_000
  const times = [0, 1, hour - 1, hour, hour + 1, 2 * hour]
  expect(times.map((now) => isToName('192.0.2.1', now))).toEqual([true, false, false, true, false, true])
})

test('a hundred untrusted peers are named in an hour at most, and one caller is one peer in all its IPv6 addresses', () => {
  const isToName = createHourlyPeerFilter()
  const numbers = Array.from({ length: 200 }, (_, number) => number)
  expect(numbers.filter((number) => isToName(`2001:db8:0:${number.toString(16)}::1`, 0))).toEqual([0])
  expect(isToName('192.0.2.1', 0)).toBe(true)
  expect(numbers.filter((number) => isToName(`198.51.100.${number}`, 0))).toHaveLength(98)
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
  expect(await warnedOf({ TRUST_PROXY: '127.0.0.0/8' }, ['127.0.0.2'])).toEqual([])
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
