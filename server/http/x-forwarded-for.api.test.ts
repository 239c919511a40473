import { once } from 'node:events'
import { get } from 'node:http'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startApp } from '../../tests/runtime/app.ts'
import { createHourlyPeerFilter } from './x-forwarded-for.ts'

/** Sends a call with X-Forwarded-For from a local address. */
async function callFrom(localAddress: string, url: string): Promise<void> {
  const call = get(url, { localAddress, headers: { 'x-forwarded-for': '203.0.113.7' } })
  const [response] = await once(call, 'response')
  response.resume()
  await once(response, 'end')
}

/** Calls a new application from these addresses, and returns the peers that it warned about. */
async function callAndFindWarnedPeers(
  env: Record<string, string>,
  callers: readonly string[],
): Promise<string[]> {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const app = await startApp({ env, parts: { log } })
  for (const caller of callers) await callFrom(caller, `${app.baseUrl}/healthz`)
  const warnings = lines.filter((line) => line.includes('X-Forwarded-For is ignored'))
  return warnings.map((line) => JSON.parse(line).peer)
}

test('several calls with X-Forwarded-For cause one warning in the log for each untrusted peer', async () => {
  const callers = ['127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.2', '127.0.0.3']
  expect(await callAndFindWarnedPeers({}, callers)).toEqual(['127.0.0.2', '127.0.0.3'])
})

test('an untrusted peer causes at most one warning an hour', () => {
  const shouldWarn = createHourlyPeerFilter()
  const hour = 3_600_000
  const times = [0, 1, hour - 1, hour, hour + 1, 2 * hour]
  expect(times.map((now) => shouldWarn('192.0.2.1', now))).toEqual([true, false, false, true, false, true])
})

test('at most 100 untrusted peers cause warnings in an hour, and an IPv6 /48 counts as one peer', () => {
  const shouldWarn = createHourlyPeerFilter()
  const numbers = Array.from({ length: 200 }, (_, number) => number)
  expect(numbers.filter((number) => shouldWarn(`2001:db8:0:${number.toString(16)}::1`, 0))).toEqual([0])
  expect(shouldWarn('192.0.2.1', 0)).toBe(true)
  expect(numbers.filter((number) => shouldWarn(`198.51.100.${number}`, 0))).toHaveLength(98)
})

test('an untrusted caller is rate-limited by its own address, whatever its headers say', async () => {
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
})

test.each([
  ['a port', ['203.0.113.7:4001', '203.0.113.7:4002', '203.0.113.7'], [200, 200, 429]],
  [
    'a port behind a second proxy',
    ['203.0.113.7:1, 127.0.0.2:2', '203.0.113.7:3, 127.0.0.3:4', '203.0.113.7'],
    [200, 200, 429],
  ],
  [
    'an IPv6 address with a port',
    ['[2001:db8::1]:4001', '[2001:db8::2]:4002', '[2001:db8::3]'],
    [200, 200, 429],
  ],
  ['text that is not an address', ['203.0.113.7, unknown', '203.0.113.8, _hidden', 'a:1'], [200, 200, 429]],
  ['different addresses', ['203.0.113.7:1', '203.0.113.8:1', '203.0.113.9:1'], [200, 200, 200]],
])(
  'behind a proxy that writes %s into X-Forwarded-For, rate limits count calls by address',
  async (_, headers, expected) => {
    const app = await startApp({ env: { LIMIT_LOOKUP: '2/600', TRUST_PROXY: '127.0.0.0/8' } })
    const statuses: number[] = []
    for (const header of headers) {
      statuses.push(
        (await fetch(`${app.baseUrl}/zip/48126`, { headers: { 'x-forwarded-for': header } })).status,
      )
    }
    expect(statuses).toEqual(expected)
  },
)

test('a trusted proxy causes no warning', async () => {
  expect(await callAndFindWarnedPeers({ TRUST_PROXY: '127.0.0.0/8' }, ['127.0.0.2'])).toEqual([])
})

test('/forwarded shows the address, the peer and X-Forwarded-For of a call, but only to a caller with the token', async () => {
  const token = 'a-token-of-thirty-two-characters'
  const app = await startApp({ env: { METRICS_TOKEN: token, TRUST_PROXY: '127.0.0.1' } })
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }
  const response = await fetch(`${app.baseUrl}/forwarded`, { headers })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({
    address: '203.0.113.7',
    peer: '127.0.0.1',
    forwarded: ['198.51.100.1', '203.0.113.7'],
  })
  for (const authorization of ['', 'Bearer ', `Bearer ${token}s`]) {
    expect((await fetch(`${app.baseUrl}/forwarded`, { headers: { authorization } })).status).toBe(404)
  }
})

test('/forwarded is not found without METRICS_TOKEN', async () => {
  const app = await startApp()
  expect((await fetch(`${app.baseUrl}/forwarded`)).status).toBe(404)
})
