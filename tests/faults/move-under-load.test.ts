import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDataFolder } from '../runtime/data-folder.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { newMasjid } from '../runtime/people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { runTool } from '../runtime/run-tool.ts'
import { outputOfFailedStart, startServer } from '../runtime/server-process.ts'
import {
  createSlotPoster,
  type DateAndTime,
  postSlotWithKey,
  slotsOf,
  slotsToPost,
  statusOf,
} from './post-slots.ts'

test('a move to another database under load loses no change and ends no session', async () => {
  const place = await newDataFolder()
  const embedded = { DATA_DIR: join(place, 'first') }
  const external = { DATABASE_URL: await newDatabase(), DATA_DIR: join(place, 'letters') }
  const back = { DATA_DIR: join(place, 'second') }
  const moves = [
    { from: embedded, to: external, target: { MOVE_TO_URL: external.DATABASE_URL } },
    { from: external, to: back, target: { MOVE_TO_DIR: back.DATA_DIR } },
  ]
  const slots = slotsToPost()
  const acknowledged: DateAndTime[] = []
  let server = await startServer(embedded)
  const masjid = await newMasjid(server.url)
  for (const { from, to, target } of isVerifyRun ? moves : moves.slice(0, 1)) {
    const poster = createSlotPoster(server.url, masjid, slots)
    const stop = poster.keepPosting(4)
    await expect.poll(() => poster.acknowledged.length, { interval: 5 }).toBeGreaterThan(20)
    const moved = await runTool('move-database', [], { ...from, ...target })
    expect(moved).toMatchObject({ code: 0, stderr: '' })
    // The source's server is still running, and refuses changes.
    expect(await statusOf(postSlotWithKey(server.url, masjid, slots.next().value))).toBe(503)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    await stop()
    expect(new Set(poster.statuses)).toEqual(new Set([200, 503]))
    acknowledged.push(...poster.acknowledged)
    const inSource = await slotsOf(server.url, masjid)
    await server.stop()
    expect(await outputOfFailedStart(from)).toMatch(
      /^Everything in this database moved to \S+ on \d{4}-\d\d-\d\d: set /m,
    )
    server = await startServer(to)
    const found = await slotsOf(server.url, masjid)
    expect(acknowledged.filter((slot) => !found.has(slot))).toEqual([])
    expect(found).toEqual(inSource)
    expect(await statusOf(postSlotWithKey(server.url, masjid, slots.next().value))).toBe(200)
    expect(moved.stdout).toMatch(/\nNext: set (DATABASE_URL|DATA_DIR) to .*, and restart every server\.\n/)
    expect(moved.stdout).not.toContain(new URL(external.DATABASE_URL).password)
  }
})
