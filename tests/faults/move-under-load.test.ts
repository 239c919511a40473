import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, inject, onTestFinished, test } from 'vitest'
import { ServerDidNotStart, type ServerProcess } from '../../tools/server/server-process.ts'
import { noRateLimits } from '../runtime/app.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { newMasjid, type Person } from '../runtime/people.ts'
import { createDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'
import { type PostedSlot, postSlotWithKey, slotsOf, slotsToPost, statusOf } from './post-slots.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

type Env = Readonly<Record<string, string>>

/** Runs `npm run move` without the tests' environment, and returns its output. */
async function runMove(env: Env): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/move.ts'], {
    cwd: repository,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [printed, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  expect(errors).toBe('')
  expect(child.exitCode).toBe(0)
  return printed
}

async function startOn(env: Env): Promise<ServerProcess> {
  const server = await startServer(inject('build'), { ...noRateLimits, ...env })
  onTestFinished(async () => void (await server.stop()))
  return server
}

async function refusal(env: Env): Promise<string> {
  const error: unknown = await startOn(env).catch((reason: unknown) => reason)
  if (!(error instanceof ServerDidNotStart)) throw new Error('The server started.')
  return error.said
}

interface Writing {
  readonly acknowledged: PostedSlot[]
  readonly statuses: Set<number>
  stop(): Promise<void>
}

/** Makes four clients post slots until they are stopped. */
function startWriting({ url }: ServerProcess, masjid: Person, slots: Iterator<PostedSlot, never>): Writing {
  const over = new AbortController()
  const acknowledged: PostedSlot[] = []
  const statuses = new Set<number>()
  const clients = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) {
      const slot = slots.next().value
      const status = await statusOf(postSlotWithKey(url, masjid, slot))
      statuses.add(status)
      if (status === 200) acknowledged.push(slot)
    }
  })
  return {
    acknowledged,
    statuses,
    async stop() {
      over.abort()
      await Promise.all(clients)
    },
  }
}

test('a move to PostgreSQL and back under load loses no change and ends no session', async () => {
  const place = await newDataFolder()
  const embedded = { DATA_DIR: join(place, 'first') }
  const external = {
    DATABASE_URL: await createDatabase(inject('postgresCluster')),
    DATA_DIR: join(place, 'letters'),
  }
  const back = { DATA_DIR: join(place, 'second') }
  const moves = [
    { from: embedded, to: external, target: { MOVE_TO_URL: external.DATABASE_URL } },
    { from: external, to: back, target: { MOVE_TO_DIR: back.DATA_DIR } },
  ]
  const slots = slotsToPost()
  const acknowledged: PostedSlot[] = []
  let server = await startOn(embedded)
  const masjid = await newMasjid(server.url)
  for (const { from, to, target } of isVerifyRun ? moves : moves.slice(0, 1)) {
    const writing = startWriting(server, masjid, slots)
    await expect.poll(() => writing.acknowledged.length, { interval: 5 }).toBeGreaterThan(20)
    const printed = await runMove({ ...from, ...target })
    // The source's server is still running, and refuses changes.
    expect(await statusOf(postSlotWithKey(server.url, masjid, slots.next().value))).toBe(503)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    await writing.stop()
    expect([...writing.statuses].toSorted((a, b) => a - b)).toEqual([200, 503])
    acknowledged.push(...writing.acknowledged)
    const inSource = await slotsOf(server.url, masjid)
    await server.stop()
    expect(await refusal(from)).toMatch(/^Everything in this database moved to \S+ on \d{4}-\d\d-\d\d: set /m)
    server = await startOn(to)
    const found = await slotsOf(server.url, masjid)
    expect(acknowledged.filter((slot) => !found.has(slot))).toEqual([])
    expect(found).toEqual(inSource)
    expect(await statusOf(postSlotWithKey(server.url, masjid, slots.next().value))).toBe(200)
    expect(printed).toMatch(/\nNext: set (DATABASE_URL|DATA_DIR) to .*, and restart every server\.\n/)
    expect(printed).not.toContain(new URL(external.DATABASE_URL).password)
  }
})
