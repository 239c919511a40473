import { createConnection } from 'node:net'
import { expect, test } from 'vitest'
import { recordMeasurement } from '../../tools/test/measurement.ts'
import { repeatUntilStopped } from '../faults/repeat-until-stopped.ts'
import { newMasjid } from '../runtime/people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'
import { postSlot } from '../runtime/slots.ts'

const server = await startServer({ DATABASE_URL: await newDatabase() })
const masjid = await newMasjid(server.url)
await postSlot(masjid)

/** The behaviors of slow clients: the text that a client sends first, and then every second. */
const behaviors = {
  'sends nothing': { first: '', everySecond: '' },
  'trickles headers': { first: 'GET /random_ayah HTTP/1.1\r\nHost: minbar\r\nX-Slow: ', everySecond: 'a' },
  'trickles a body': {
    first:
      'POST /geocode HTTP/1.1\r\nHost: minbar\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"zipCode":"',
    everySecond: '4',
  },
  'trickles chunks': {
    first:
      'POST /geocode HTTP/1.1\r\nHost: minbar\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    everySecond: '1\r\n{\r\n',
  },
} as const

type Behavior = keyof typeof behaviors

/** Connects `count` slow clients, and resolves when the server has closed all their connections. */
function runSlowClients(url: string, behavior: Behavior, count: number) {
  return Promise.all(Array.from({ length: count }, () => runSlowClient(url, behavior)))
}

/**
 * Connects a slow client. Resolves with the seconds until the server closed the connection, and the response's status (0 without a
 * response).
 */
async function runSlowClient(url: string, behavior: Behavior) {
  const { hostname, port } = new URL(url)
  const { first, everySecond } = behaviors[behavior]
  const socket = createConnection(Number(port), hostname)
  let begun = performance.now()
  socket.once('connect', () => (begun = performance.now()))
  let received = ''
  socket.on('data', (data) => (received += data.toString()))
  socket.on('error', () => socket.destroy())
  if (first !== '') socket.write(first)
  const timer = setInterval(() => everySecond !== '' && socket.writable && socket.write(everySecond), 1_000)
  await new Promise((closed) => socket.once('close', closed))
  clearInterval(timer)
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0)
  return { behavior, seconds: (performance.now() - begun) / 1_000, status }
}

/** The number of clients with each behavior, a thousand in total. */
const clients: readonly (readonly [Behavior, number])[] = [
  ['sends nothing', 400],
  ['trickles headers', 300],
  ['trickles a body', 200],
  ['trickles chunks', 100],
]

/** The server's timeouts in seconds, plus one for a busy machine. */
const headersTimeout = 10 + 1
const requestTimeout = 30 + 1

/**
 * Makes ordinary calls from four clients until `done` settles. Returns the duration of each answered call in milliseconds, and the number
 * of calls refused with 503.
 */
async function callUntil(done: Promise<unknown>) {
  const took: number[] = []
  let refused = 0
  const visit = async (path: string) => {
    const begun = performance.now()
    const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${masjid.token}` } })
    await response.text()
    expect([200, 503]).toContain(response.status)
    if (response.status === 503) refused += 1
    else took.push(performance.now() - begun)
  }
  const paths = [`/get_masjid_details/${masjid.uid}`, '/masjids/me', '/random_ayah', '/']
  const stops = paths.map((path) => repeatUntilStopped(() => visit(path)))
  await done
  await Promise.all(stops.map((stop) => stop()))
  return { took, refused }
}

function percentile(share: number, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

const tenMegabytes = Buffer.alloc(10 * 1024 * 1024, 'a')

/** Sends a body of ten megabytes without waiting for a response. Returns the status. */
async function sendTooLargeBody(head: string): Promise<number> {
  const { hostname, port } = new URL(server.url)
  const socket = createConnection(Number(port), hostname)
  let received = ''
  socket.on('data', (data) => (received += data.toString()))
  socket.on('error', () => socket.destroy())
  socket.write(`POST /geocode HTTP/1.1\r\nHost: minbar\r\nContent-Type: application/json\r\n${head}\r\n\r\n`)
  if (head.startsWith('Transfer')) socket.write(`${tenMegabytes.length.toString(16)}\r\n`)
  socket.write(tenMegabytes)
  // The server must close the connection of a refused client that keeps sending. Otherwise this promise would never resolve.
  await new Promise((closed) => socket.once('close', closed))
  return Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0)
}

const deep = `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
/** Combining marks. Their normalization would take seconds. */
const combiningMarksJson = `{"email":"a${'\u0301'.repeat(16_000)}${'\u0316'.repeat(16_000)}"}`
const bodies: readonly (readonly [body: string, type: string, status: number])[] = [
  [deep, 'application/json', 400],
  ['['.repeat(65_000), 'application/json', 400],
  [`{${'"__proto__":{"a":'.repeat(3_000)}1${'}'.repeat(6_000)}}`, 'application/json', 400],
  ['{"constructor":{"prototype":{"polluted":1}}}', 'application/json', 400],
  [`{"email":"${'\\u0030'.repeat(10_000)}"}`, 'application/json', 400],
  [combiningMarksJson, 'application/json', 400],
  ['<a/>', 'application/xml', 415],
  ['a'.repeat(60_000), 'multipart/form-data; boundary=a', 415],
]

/** Until `done` settles, sends bodies that the server must refuse. Returns the number of bodies, and the unexpected statuses. */
async function sendBadBodiesUntil(done: Promise<unknown>): Promise<{ sent: number; wrong: number[] }> {
  let sent = 0
  const wrong: number[] = []
  const stop = repeatUntilStopped(async () => {
    for (const [body, type, status] of bodies) {
      const headers = { 'content-type': type }
      const path = `${server.url}/identity/send_password_reset`
      const response = await fetch(path, { method: 'POST', body, headers })
      await response.text()
      sent += 1
      if (![status, 503].includes(response.status)) wrong.push(response.status)
    }
    for (const head of [`Content-Length: ${tenMegabytes.length}`, 'Transfer-Encoding: chunked']) {
      const status = await sendTooLargeBody(head)
      sent += 1
      // A client that is still sending when the server closes the connection may lose the response (RFC 9112, 9.6).
      if (![413, 503, 0].includes(status)) wrong.push(status)
    }
  })
  await done
  await stop()
  return { sent, wrong }
}

test('a thousand slow clients, and bodies that are too large, do not delay other calls', {
  timeout: 5 * 60_000,
}, async ({ task }) => {
  const slow = Promise.all(clients.map(([behavior, count]) => runSlowClients(server.url, behavior, count)))
  const [all, { took, refused }, bad] = await Promise.all([slow, callUntil(slow), sendBadBodiesUntil(slow)])

  const ended = all.flat()
  expect(ended).toHaveLength(1_000)
  expect(bad.wrong).toEqual([])
  for (const [behavior, count] of clients) {
    const own = ended.filter((it) => it.behavior === behavior)
    const last = Math.max(...own.map((it) => it.seconds))
    recordMeasurement(task, {
      name: `time until the last of ${count} clients, which ${behavior}, was disconnected`,
      measured: last,
      unit: 's',
      atMost: behavior.endsWith('body') || behavior.endsWith('chunks') ? requestTimeout : headersTimeout,
    })
    // An overloaded server responds with 503 instead of 408.
    expect(own.map((it) => it.status).filter((status) => ![408, 503].includes(status))).toEqual([])
  }
  recordMeasurement(task, { name: 'refused calls of others', measured: refused, unit: 'calls', atMost: 0 })
  recordMeasurement(task, {
    name: `99th percentile of ${took.length} other calls, with ${bad.sent} refused bodies`,
    measured: Math.round(percentile(0.99, took)),
    unit: 'ms',
    atMost: 500,
  })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})
