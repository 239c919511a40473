import { createConnection } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ServerProcess } from '../../tools/server/server-process.ts'
import { noteFigure } from '../../tools/test/figure.ts'
import { unlimited } from '../runtime/app.ts'
import { newMasjid, type Person } from '../runtime/people.ts'
import { createDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'
import { postSlot } from '../runtime/slots.ts'
import { slowClients, type Way } from './slow-clients.ts'

let server: ServerProcess
let masjid: Person
beforeAll(async () => {
  server = await startServer(inject('build'), {
    ...unlimited,
    DATABASE_URL: await createDatabase(inject('postgresCluster')),
  })
  masjid = await newMasjid(server.url)
  await postSlot(masjid)
})
afterAll(() => server.stop())

/** A thousand in all. */
const clients: readonly (readonly [Way, number])[] = [
  ['says nothing', 400],
  ['trickles headers', 300],
  ['trickles a body', 200],
  ['trickles chunks', 100],
]

/** Seconds for headers and for a request, and one for a busy machine. */
const headersWithin = 10 + 1
const requestWithin = 30 + 1

interface Others {
  /** Milliseconds of each call that was answered. */
  readonly took: readonly number[]
  /** How many were told that the machine is overloaded (503). */
  readonly turnedAway: number
}

/** Calls as other people make them until `done`, one after the other in a few browsers. */
async function othersUntil(done: Promise<unknown>): Promise<Others> {
  const took: number[] = []
  let turnedAway = 0
  const state = { going: true }
  void done.finally(() => (state.going = false))
  const visit = async (path: string) => {
    const headers = { authorization: `Bearer ${masjid.token}` }
    while (state.going) {
      const begun = performance.now()
      const answer = await fetch(server.url + path, { headers })
      await answer.text()
      expect([200, 503]).toContain(answer.status)
      if (answer.status === 503) turnedAway += 1
      else took.push(performance.now() - begun)
    }
  }
  await Promise.all([`/get_masjid_details/${masjid.uid}`, '/masjids/me', '/random_ayah', '/'].map(visit))
  return { took, turnedAway }
}

function percentile(share: number, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

const tenMegabytes = Buffer.alloc(10 * 1024 * 1024, 'a')

/** Sends a body of ten megabytes without waiting to be asked for it; gives the status that came back. */
function tooLarge(head: string): Promise<number> {
  const { hostname, port } = new URL(server.url)
  const socket = createConnection(Number(port), hostname)
  let said = ''
  socket.on('data', (data) => (said += data.toString()))
  socket.on('error', () => socket.destroy())
  socket.write(`POST /geocode HTTP/1.1\r\nHost: minbar\r\nContent-Type: application/json\r\n${head}\r\n\r\n`)
  if (head.startsWith('Transfer')) socket.write(`${tenMegabytes.length.toString(16)}\r\n`)
  socket.write(tenMegabytes)
  // Whoever is refused and sends on is hung up on; one that is not would never end.
  return new Promise((status) => {
    socket.once('close', () => status(Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0)))
  })
}

const deep = `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
/** What a process would put into its normal order for seconds. */
const marks = `{"email":"a${'\u0301'.repeat(16_000)}${'\u0316'.repeat(16_000)}"}`
const bodies: readonly (readonly [body: string, type: string, status: number])[] = [
  [deep, 'application/json', 400],
  ['['.repeat(65_000), 'application/json', 400],
  [`{${'"__proto__":{"a":'.repeat(3_000)}1${'}'.repeat(6_000)}}`, 'application/json', 400],
  ['{"constructor":{"prototype":{"polluted":1}}}', 'application/json', 400],
  [`{"email":"${'\\u0030'.repeat(10_000)}"}`, 'application/json', 400],
  [marks, 'application/json', 400],
  ['<a/>', 'application/xml', 415],
  ['a'.repeat(60_000), 'multipart/form-data; boundary=a', 415],
]

/** Sends what is hard to read, again and again until `done`; gives the statuses that were not as they should be. */
async function hardToReadUntil(done: Promise<unknown>): Promise<{ sent: number; wrong: number[] }> {
  const state = { going: true }
  let sent = 0
  const wrong: number[] = []
  void done.finally(() => (state.going = false))
  while (state.going) {
    for (const [body, type, status] of bodies) {
      const headers = { 'content-type': type }
      const answer = await fetch(`${server.url}/identity/send_password_reset`, {
        method: 'POST',
        body,
        headers,
      })
      await answer.text()
      sent += 1
      if (![status, 503].includes(answer.status)) wrong.push(answer.status)
    }
    for (const head of [`Content-Length: ${tenMegabytes.length}`, 'Transfer-Encoding: chunked']) {
      const status = await tooLarge(head)
      sent += 1
      // Who still sends when he is hung up on may lose the answer on its way (RFC 9112, 9.6).
      if (![413, 503, 0].includes(status)) wrong.push(status)
    }
  }
  return { sent, wrong }
}

test('a thousand slow clients and bodies without end hold up nobody else', { timeout: 5 * 60_000 }, async ({
  task,
}) => {
  const slow = Promise.all(clients.map(([way, count]) => slowClients(server.url, way, count)))
  const [all, { took, turnedAway }, hard] = await Promise.all([
    slow,
    othersUntil(slow),
    hardToReadUntil(slow),
  ])

  const ended = all.flat()
  expect(ended).toHaveLength(1_000)
  expect(hard.wrong).toEqual([])
  for (const [way, count] of clients) {
    const own = ended.filter((it) => it.way === way)
    const last = Math.max(...own.map((it) => it.seconds))
    noteFigure(task, {
      name: `the last of ${count}, who ${way}, was hung up on after`,
      measured: Number(last.toFixed(1)),
      unit: 's',
      atMost: way.endsWith('body') || way.endsWith('chunks') ? requestWithin : headersWithin,
    })
    // A process whose machine is overloaded says so instead.
    expect(own.map((it) => it.status).filter((status) => ![408, 503].includes(status))).toEqual([])
  }
  noteFigure(task, {
    name: 'calls of others that were turned away',
    measured: turnedAway,
    unit: 'calls',
    atMost: 0,
  })
  noteFigure(task, {
    name: `99th percentile of ${took.length} calls beside them, and beside ${hard.sent} bodies that were refused`,
    measured: Math.round(percentile(0.99, took)),
    unit: 'ms',
    atMost: 500,
  })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})
