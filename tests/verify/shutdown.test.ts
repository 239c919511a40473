import { expect, test } from 'vitest'
import type { ServerProcess } from '../../tools/server/server-process.ts'
import { recordMeasurement } from '../../tools/test/measurement.ts'
import { callUntilClosed, sendPartialBody } from '../faults/shutdown-load.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { openTestDatabase } from '../runtime/database.ts'
import { commonProps } from '../runtime/expected-letters.ts'
import { insertLetters } from '../runtime/insert-letters.ts'
import { startMailServer } from '../runtime/mail-server.ts'
import { repeat } from '../runtime/repeat.ts'
import { startServer } from '../runtime/server-process.ts'

const stops = 100
const embeddedStops = 10
const callers = 16
const slowBodies = 4

/** Makes calls until the server is closed. The returned function stops the server, and returns the duration of the shutdown in seconds. */
function callUntilStopped(server: ServerProcess): () => Promise<number> {
  const calls = callUntilClosed(`${server.url}/random_ayah`, callers)
  return async () => {
    calls.stopping()
    const begun = performance.now()
    expect(await server.stop()).toBe(0)
    const took = (performance.now() - begun) / 1_000
    await calls.ended
    expect(calls.responses.filter(({ status }) => status !== 200)).toEqual([])
    return took
  }
}

test('each of a hundred shutdowns under keep-alive load, endless bodies and a hanging mail server ends within ten seconds', {
  timeout: 20 * 60_000,
}, async ({ task }) => {
  const mail = await startMailServer({ answerAfter: () => new Promise(() => {}) })
  const database = await openTestDatabase()
  const took = await repeat(stops, async (stop) => {
    const server = await startServer({ DATABASE_URL: database.url, SMTP_URL: mail.url })
    const hangs = mail.received.length
    await insertLetters(database.database.db, [
      { to: `${stop}@people.test`, letter: { kind: 'khateeb_removed', props: commonProps } },
    ])
    const bodies = Array.from({ length: slowBodies }, () => sendPartialBody(server.url))
    const stopServer = callUntilStopped(server)
    await expect.poll(() => mail.received.length, { interval: 5 }).toBeGreaterThan(hangs)
    const seconds = await stopServer()
    for (const body of bodies) body.destroy()
    return seconds
  })
  recordMeasurement(task, {
    name: `${stops} shutdowns with ${callers} callers, ${slowBodies} endless bodies and a hanging letter: longest`,
    measured: Math.max(...took),
    unit: 's',
    atMost: 10,
  })
})

test('a server with the embedded database restarts within five seconds', {
  timeout: 10 * 60_000,
}, async ({ task }) => {
  const DATA_DIR = await newDataFolder()
  let server = await startServer({ DATA_DIR })
  const took = await repeat(embeddedStops, async () => {
    const stopServer = callUntilStopped(server)
    const begun = performance.now()
    await stopServer()
    server = await startServer({ DATA_DIR })
    return (performance.now() - begun) / 1_000
  })
  expect(await server.stop()).toBe(0)
  recordMeasurement(task, {
    name: `${embeddedStops} restarts with the embedded database: longest time from SIGTERM until it listens again`,
    measured: Math.max(...took),
    unit: 's',
    atMost: 5,
  })
})
