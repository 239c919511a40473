import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { queueLetters } from '../../server/letters/queue-letters.ts'
import type { ServerProcess } from '../../tools/server/server-process.ts'
import { noteFigure } from '../../tools/test/figure.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { openTestDatabase } from '../runtime/database.ts'
import { commonProps } from '../runtime/expected-letters.ts'
import { startMailServer } from '../runtime/mail-server.ts'
import { startServer } from '../runtime/server-process.ts'

const stops = 100
const embeddedStops = 10
const callers = 16
const slowBodies = 4

/** Makes calls on keep-alive connections until they are refused. A call that fails before `stopping()` is an error. */
function callUntilClosed(url: string): { ended: Promise<unknown>; stopping(): void } {
  let isStopping = false
  async function call(): Promise<void> {
    for (;;) {
      const answer = await fetch(`${url}/random_ayah`).catch(() => undefined)
      if (answer === undefined && isStopping) return
      expect(answer?.status).toBe(200)
      await answer?.arrayBuffer()
    }
  }
  const ended = Promise.all(Array.from({ length: callers }, call))
  return { ended, stopping: () => void (isStopping = true) }
}

/** Sends the start of a body that never ends. */
function sendPartialBody(url: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    'POST /geocode HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  )
  return socket
}

async function secondsToStop(server: ServerProcess): Promise<number> {
  const begun = performance.now()
  expect(await server.stop()).toBe(0)
  return Number(((performance.now() - begun) / 1_000).toFixed(2))
}

test('a hundred shutdowns under keep-alive load, endless bodies and hanging mail end in time', {
  timeout: 20 * 60_000,
}, async ({ task }) => {
  const mail = await startMailServer({ answerAfter: () => new Promise(() => {}) })
  const database = await openTestDatabase()
  const took: number[] = []
  for (let stop = 0; stop < stops; stop += 1) {
    const server = await startServer({ DATABASE_URL: database.url, SMTP_URL: mail.url })
    const hangs = mail.received.length
    await database.database.transaction((tx) =>
      queueLetters(tx, [
        { to: `${stop}@people.test`, letter: { kind: 'khateeb_removed', props: commonProps } },
      ]),
    )
    const bodies = Array.from({ length: slowBodies }, () => sendPartialBody(server.url))
    const calls = callUntilClosed(server.url)
    await expect.poll(() => mail.received.length, { interval: 5 }).toBeGreaterThan(hangs)
    calls.stopping()
    took.push(await secondsToStop(server))
    await calls.ended
    for (const body of bodies) body.destroy()
  }
  noteFigure(task, {
    name: `${stops} shutdowns with ${callers} callers, ${slowBodies} endless bodies and a hanging letter: longest`,
    measured: Math.max(...took),
    unit: 's',
    atMost: 10,
  })
  expect(took).toHaveLength(stops)
})

test('a server with the embedded database restarts within seconds', {
  timeout: 10 * 60_000,
}, async ({ task }) => {
  const DATA_DIR = await newDataFolder()
  const took: number[] = []
  let server = await startServer({ DATA_DIR })
  for (let stop = 0; stop < embeddedStops; stop += 1) {
    const calls = callUntilClosed(server.url)
    calls.stopping()
    const begun = performance.now()
    expect(await server.stop()).toBe(0)
    await calls.ended
    server = await startServer({ DATA_DIR })
    took.push((performance.now() - begun) / 1_000)
  }
  expect(await server.stop()).toBe(0)
  noteFigure(task, {
    name: `${embeddedStops} restarts with the embedded database: longest time from SIGTERM until it listens again`,
    measured: Number(Math.max(...took).toFixed(2)),
    unit: 's',
    atMost: 5,
  })
})
