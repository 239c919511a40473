import { setTimeout as pause } from 'node:timers/promises'
import { type TestContext, test, vi } from 'vitest'
import { median } from '../../bench/report.ts'
import type { ServerProcess } from '../../tools/server/server-process.ts'
import { recordMeasurement } from '../../tools/test/measurement.ts'
import { openForTest } from '../runtime/close-when-done.ts'
import { openTestDatabase, type TestDatabase } from '../runtime/database.ts'
import { commonProps } from '../runtime/expected-letters.ts'
import { holdMailResponses } from '../runtime/hold-mail-responses.ts'
import { insertLetters } from '../runtime/insert-letters.ts'
import { type MailServer, startMailServer } from '../runtime/mail-server.ts'
import { repeat } from '../runtime/repeat.ts'
import { startServer } from '../runtime/server-process.ts'

const minute = 60_000

/** Opens a database, and a mail server that accepts a letter when `answerAfter` resolves. */
async function openMailAndDatabase(context: TestContext, answerAfter: (address: string) => Promise<void>) {
  const mail = await openForTest(context, () => startMailServer({ answerAfter }))
  const database = await openForTest(context, openTestDatabase)
  const env = { DATABASE_URL: database.url, SMTP_URL: mail.url, LOG_LEVEL: 'info' }
  const startProcess = async () => {
    const server = await openForTest(context, () => startServer(env))
    context.onTestFinished(() => server.kill())
    return server
  }
  return { mail, database, startProcess }
}

const addresses = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name}${String(n).padStart(2, '0')}@people.test`)

/** Queues an urgent letter for each address. */
function queue({ database }: TestDatabase, to: readonly string[]): Promise<void> {
  const letter = { kind: 'khateeb_removed', props: commonProps } as const
  const letters = to.map((it) => ({ to: it, letter }))
  return insertLetters(database.db, letters)
}

async function unsentCount({ database }: TestDatabase): Promise<number> {
  const rows = await database.db.selectFrom('letters').where('sent_at', 'is', null).select('id').execute()
  return rows.length
}

/** Resolves when a condition is true. */
async function waitUntil(holds: () => boolean | Promise<boolean>, timeout: number): Promise<void> {
  const check = async () => {
    if (!(await holds())) throw new Error(`The condition did not hold within ${timeout} ms.`)
  }
  await vi.waitFor(check, { timeout, interval: 50 })
}

const waitUntilAllSent = (database: TestDatabase, timeout: number) =>
  waitUntil(async () => (await unsentCount(database)) === 0, timeout)

function duplicateCount({ received }: MailServer): number {
  return received.length - new Set(received.map(({ messageId }) => messageId)).size
}

function secondsSince(start: number): number {
  return Number(((performance.now() - start) / 1_000).toFixed(1))
}

function noteDuplicates({ task }: TestContext, what: string, mail: MailServer): void {
  recordMeasurement(task, {
    name: `${what}: duplicates`,
    measured: duplicateCount(mail),
    unit: 'copies',
    atMost: 0,
  })
}

test.concurrent('a mail server that takes 35 s to answer gets each letter once', {
  timeout: 5 * minute,
}, async (context) => {
  const { expect, task } = context
  let inFlight = 0
  let most = 0
  const { mail, database, startProcess } = await openMailAndDatabase(context, async () => {
    inFlight += 1
    most = Math.max(most, inFlight)
    await pause(35_000)
    inFlight -= 1
  })
  const count = 90
  await queue(database, addresses('person', count))
  const servers = await Promise.all([startProcess(), startProcess()])
  const start = performance.now()
  await waitUntilAllSent(database, 4 * minute)
  const what = `${count} letters, two processes, 35 s for each answer`
  recordMeasurement(task, {
    name: `${what}: all marked sent after`,
    measured: secondsSince(start),
    unit: 's',
    atMost: 240,
  })
  recordMeasurement(task, { name: `${what}: connections at once`, measured: most, unit: '', atMost: 60 })
  noteDuplicates(context, what, mail)
  expect(mail.recipients()).toEqual(addresses('person', count))
  await Promise.all(servers.map((server) => server.stop()))
})

test.concurrent('a mail server that takes nearly ten minutes to answer gets a letter once', {
  timeout: 12 * minute,
}, async (context) => {
  const { expect, task } = context
  const { mail, database, startProcess } = await openMailAndDatabase(context, () => pause(9.9 * minute))
  await queue(database, ['a@people.test'])
  const servers = await Promise.all([startProcess(), startProcess()])
  const start = performance.now()
  await waitUntilAllSent(database, 11 * minute)
  const what = 'one letter, two processes, 9.9 min for the answer'
  recordMeasurement(task, {
    name: `${what}: marked sent after`,
    measured: secondsSince(start),
    unit: 's',
    atMost: 605,
  })
  noteDuplicates(context, what, mail)
  expect(mail.recipients()).toEqual(['a@people.test'])
  await Promise.all(servers.map((server) => server.stop()))
})

test.concurrent('an urgent letter is sent within a minute after the process that was sending it was killed', {
  timeout: 3 * minute,
}, async (context) => {
  const { expect, task } = context
  const hold = holdMailResponses()
  const { mail, database, startProcess } = await openMailAndDatabase(context, hold.answerAfter)
  const doomed = await startProcess()
  await queue(database, ['a@people.test'])
  // Kill the process right after it claimed the letter, when the lease is longest.
  await hold.until(1)
  await doomed.kill()
  const start = performance.now()
  const next = await startProcess()
  hold.release()
  await waitUntilAllSent(database, 2 * minute)
  recordMeasurement(task, {
    name: 'time until the next process sends an urgent letter after SIGKILL',
    measured: secondsSince(start),
    unit: 's',
    atMost: 60,
  })
  expect(new Set(mail.received.map(({ messageId }) => messageId)).size).toBe(1)
  await next.stop()
})

test.concurrent('a process exits within ten seconds of SIGTERM while the mail server hangs', {
  timeout: 2 * minute,
}, async (context) => {
  const { expect, task } = context
  const hold = holdMailResponses()
  const { database, startProcess } = await openMailAndDatabase(context, hold.answerAfter)
  const server = await startProcess()
  await queue(database, addresses('hanging', 10))
  await hold.until(10)
  const start = performance.now()
  expect(await server.stop()).toBe(0)
  recordMeasurement(task, {
    name: 'exit after SIGTERM with ten letters hanging',
    measured: secondsSince(start),
    unit: 's',
    atMost: 10,
  })
})

/**
 * Returns the seconds until thirty letters arrive. They are queued after the letters to `hanging`, recipients for whom the mail server
 * delays its response.
 */
async function secondsUntilThirtyArrive(context: TestContext, hanging: readonly string[]): Promise<number> {
  const { expect } = context
  const others = addresses('person', 30)
  const hold = holdMailResponses((address) => hanging.includes(address))
  const { mail, database, startProcess } = await openMailAndDatabase(context, hold.answerAfter)
  const server: ServerProcess = await startProcess()
  // Queue these letters first, so that they are claimed first.
  if (hanging.length > 0) await queue(database, hanging)
  const start = performance.now()
  await queue(database, others)
  const arrived = () => new Set(mail.recipients())
  await waitUntil(() => others.every((it) => arrived().has(it)), minute)
  const seconds = secondsSince(start)
  hold.release()
  await waitUntilAllSent(database, minute)
  expect(duplicateCount(mail)).toBe(0)
  await server.stop()
  return seconds
}

test.concurrent('thirty letters arrive within ten seconds even if the mail server hangs for ten other recipients', {
  timeout: 10 * minute,
}, async (context) => {
  const { expect, task } = context
  const once = addresses('hanging', 10)
  const ways = [
    { name: 'no hanging recipient', hanging: [], atMost: 5 },
    { name: 'one hanging recipient', hanging: once.slice(0, 1), atMost: 5 },
    { name: 'ten hanging recipients', hanging: once, atMost: 10 },
    { name: 'ten hanging recipients of three letters each', hanging: [once, once, once].flat(), atMost: 10 },
  ]
  for (const { name, hanging, atMost } of ways) {
    const runs = await repeat(5, () => secondsUntilThirtyArrive(context, hanging))
    expect(runs).toHaveLength(5)
    recordMeasurement(task, {
      name: `time until the last of thirty letters arrives, with ${name} (median of five; worst ${Math.max(...runs)} s)`,
      measured: median(runs),
      unit: 's',
      atMost,
    })
  }
})
