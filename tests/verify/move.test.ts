import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { median } from '../../bench/report.ts'
import { activeMasjidCount, addKhateebsAndFridays, addMasjids } from '../../bench/seed.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../../server/database/embedded/open-embedded.ts'
import { migrate } from '../../server/database/migrate.ts'
import { startPostgres } from '../../tools/postgres/cluster.ts'
import { withConnection } from '../../tools/postgres/connections.ts'
import { recordMeasurement } from '../../tools/test/measurement.ts'
import { type Databases, isWritable, runMove, runUndo, spawnMove } from '../faults/move-source-and-target.ts'
import { repeatUntilStopped } from '../faults/repeat-until-stopped.ts'
import { closeWhenDone } from '../runtime/close-when-done.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { quietLog } from '../runtime/embedded-database.ts'
import { createDatabase, query } from '../runtime/postgres-database.ts'
import { repeat } from '../runtime/repeat.ts'

/** A PostgreSQL with durable writes, as in production. */
const cluster = await startPostgres({ durable: true })
closeWhenDone(() => cluster.stop())

/** Whether an undo discards changes that were made in the target. */
const loseChanges = true

/** Opens an embedded database in a new folder. */
async function openEmbeddedInNewFolder(): Promise<EmbeddedDatabase> {
  const folder = await newDataFolder()
  const database = await openEmbeddedDatabase({
    dataDir: join(folder, 'data'),
    connections: 10,
    log: quietLog,
  })
  closeWhenDone(() => database.close())
  return database
}

/** Inserts a thousand masjids with eight Fridays each, khateebs, and their proposals. */
async function fill(url: string): Promise<void> {
  await migrate({ url })
  await withConnection(url, async (client) => {
    await addMasjids(client, 1, activeMasjidCount)
    await addKhateebsAndFridays(client)
  })
}

test.for([
  ['the embedded database to PostgreSQL', openEmbeddedInNewFolder, async () => createDatabase(cluster.url)],
  [
    'PostgreSQL to the embedded database',
    async () => ({ url: await createDatabase(cluster.url) }),
    async () => (await openEmbeddedInNewFolder()).url,
  ],
] as const)(
  'a move of a database with 1,000 masjids from %s refuses changes only briefly',
  { timeout: 600_000 },
  async ([name, openSource, openTarget], { task }) => {
    const { url: source } = await openSource()
    await fill(source)
    const closed = await repeat(5, async (run) => {
      const target = await openTarget()
      const { rows, closedFor } = await runMove({ source, target })
      expect(rows).toBeGreaterThan(20_000)
      if (run < 4) await runUndo({ source, target }, loseChanges)
      return (closedFor ?? Number.NaN) / 1_000
    })
    recordMeasurement(task, {
      name: `time in which a move of 1,000 masjids from ${name} refuses changes, median of 5`,
      measured: median(closed),
      unit: 's',
      atMost: 30,
    })
  },
)

/** Checks both databases repeatedly. The returned function stops the checks, and returns how often both databases were writable. */
function countBothWritable({ source, target }: Databases): () => Promise<number> {
  let both = 0
  const stop = repeatUntilStopped(async () => {
    // The target is checked before and after the source, so that a move or undo between two checks is not counted.
    const writable = []
    // A database that ends its connections is not writable.
    for (const url of [target, source, target]) writable.push(await isWritable(url).catch(() => false))
    if (writable.every(Boolean)) both += 1
  })
  return async () => {
    await stop()
    return both
  }
}

/** Starts a move in another process and kills it after 0.5 to 4 seconds. */
async function killMoveAtRandom(databases: Databases): Promise<void> {
  // `none`: the process does not kill itself at a step of the move.
  const child = spawnMove(databases, 'none')
  const gone = once(child, 'exit')
  await Promise.race([gone, pause(500 + Math.random() * 3_500)])
  child.kill('SIGKILL')
  await gone
}

/** Retries `work` until it succeeds, because PostgreSQL keeps the locks of a killed process until it notices the kill. */
async function retryUntilDone(work: () => Promise<unknown>): Promise<void> {
  const outcome = (): Promise<string> => work().then(() => 'done', String)
  await expect.poll(outcome, { timeout: 30_000 }).toBe('done')
}

/** Returns all rows of `slots`. */
function slotsIn(url: string): Promise<unknown[]> {
  return query(url, 'select * from slots order by id')
}

const rounds = 15

// The last value of a row says whether the source is writable at the end, and whether the target is.
test.for([
  ['completed', runMove, [false, true]],
  ['undone', (databases: Databases) => runUndo(databases, loseChanges), [true, false]],
] as const)(
  'moves that are killed at random times and then %s never leave both databases writable, and lose no slots',
  { timeout: 900_000 },
  async ([name, goOn, open], { task }) => {
    const source = await createDatabase(cluster.url)
    await fill(source)
    const slots = await slotsIn(source)
    let both = 0
    for (let round = 0; round < rounds; round += 1) {
      const target = await createDatabase(cluster.url)
      const stop = countBothWritable({ source, target })
      await killMoveAtRandom({ source, target })
      await retryUntilDone(() => goOn({ source, target }))
      expect([await isWritable(source), await isWritable(target)]).toEqual(open)
      expect(await slotsIn(open[0] ? source : target)).toEqual(slots)
      await retryUntilDone(() => runUndo({ source, target }, loseChanges))
      both += await stop()
    }
    recordMeasurement(task, {
      name: `checks that found both databases writable, ${rounds} moves killed and ${name}`,
      measured: both,
      unit: 'times',
      atMost: 0,
    })
    expect(both).toBe(0)
  },
)
