import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startMailServer } from '../runtime/mail-server.ts'
import { newKhateeb } from '../runtime/people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'

const url = await newDatabase()

/** The exit code of a server that stops within its own deadline; otherwise it is 1. */
const inTime = 0

test('a shutdown under keep-alive load answers every call and ends in time', async () => {
  const server = await startServer({ DATABASE_URL: url, DRAIN_SECONDS: '1' })
  let isStopping = false
  const statuses: number[] = []
  const connections: (string | null)[] = []
  const readinesses: number[] = []
  async function callUntilClosed(path: string, seen: number[]): Promise<void> {
    for (;;) {
      const answer = await fetch(`${server.url}${path}`).catch(() => undefined)
      // Connections are refused only after the shutdown began.
      if (answer === undefined && isStopping) return
      if (answer === undefined) throw new Error('A call failed before the shutdown.')
      seen.push(answer.status)
      if (isStopping) connections.push(answer.headers.get('connection'))
      await answer.arrayBuffer()
    }
  }
  const callers = Array.from({ length: 8 }, () => callUntilClosed('/random_ayah', statuses))
  const checker = callUntilClosed('/readyz', readinesses)
  await expect.poll(() => statuses.length, { interval: 5 }).toBeGreaterThan(50)
  isStopping = true
  expect(await server.stop()).toBe(inTime)
  await Promise.all([...callers, checker])
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(new Set(readinesses)).toEqual(new Set([200, 503]))
  expect(connections.filter((it) => it === 'close').length).toBeGreaterThan(0)
})

test('a shutdown does not wait for a body that never ends', async () => {
  const server = await startServer({ DATABASE_URL: url })
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(
    'POST /geocode HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  )
  // Once another call is answered, the first has arrived.
  await fetch(`${server.url}/healthz`)
  expect(await server.stop()).toBe(inTime)
  expect(await text(socket)).toBe('')
})

test('a shutdown does not wait for a mail server that never answers', async () => {
  const mail = await startMailServer({ answerAfter: () => new Promise(() => {}) })
  const server = await startServer({ DATABASE_URL: url, SMTP_URL: mail.url })
  await newKhateeb(server.url, { email: 'yusuf@minbar.test' })
  await expect.poll(() => mail.received.length).toBe(1)
  expect(await server.stop()).toBe(inTime)
})
