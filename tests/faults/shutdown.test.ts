import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startMailServer } from '../runtime/mail-server.ts'
import { newKhateeb } from '../runtime/people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'
import { callUntilClosed, sendPartialBody } from './shutdown-load.ts'

const url = await newDatabase()

/** The exit code of a server that stops within its own deadline. Otherwise, the exit code is 1. */
const inTimeExitCode = 0

test('a shutdown under keep-alive load answers every call and ends in time', async () => {
  const server = await startServer({ DATABASE_URL: url, DRAIN_SECONDS: '1' })
  const calls = callUntilClosed(`${server.url}/random_ayah`, 8)
  const checks = callUntilClosed(`${server.url}/readyz`, 1)
  await expect.poll(() => calls.responses.length, { interval: 5 }).toBeGreaterThan(50)
  const before = calls.responses.length
  for (const repeated of [calls, checks]) repeated.stopping()
  expect(await server.stop()).toBe(inTimeExitCode)
  await Promise.all([calls.ended, checks.ended])
  expect(new Set(calls.responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(checks.responses.map(({ status }) => status))).toEqual(new Set([200, 503]))
  const connections = calls.responses.slice(before).map(({ headers }) => headers.get('connection'))
  expect(connections).toContain('close')
})

test('a shutdown does not wait for a body that never ends', async () => {
  const server = await startServer({ DATABASE_URL: url })
  const socket = sendPartialBody(server.url)
  // After another call is answered, the first call has certainly arrived.
  await fetch(`${server.url}/healthz`)
  expect(await server.stop()).toBe(inTimeExitCode)
  expect(await text(socket)).toBe('')
})

test('a shutdown does not wait for a mail server that never answers', async () => {
  const mail = await startMailServer({ answerAfter: () => new Promise(() => {}) })
  const server = await startServer({ DATABASE_URL: url, SMTP_URL: mail.url })
  await newKhateeb(server.url, { email: 'yusuf@minbar.test' })
  await expect.poll(() => mail.received.length).toBe(1)
  expect(await server.stop()).toBe(inTimeExitCode)
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a second signal does not interrupt the shutdown that %s has begun',
  async (signal) => {
    const server = await startServer({ DATABASE_URL: url, DRAIN_SECONDS: '1' })
    const statusOfReadyz = () =>
      fetch(`${server.url}/readyz`)
        .then(({ status }) => status)
        .catch(() => 'closed')
    process.kill(server.pid, signal)
    await expect.poll(statusOfReadyz, { interval: 5 }).not.toBe(200)
    // Sends SIGTERM.
    expect(await server.stop()).toBe(inTimeExitCode)
  },
)
