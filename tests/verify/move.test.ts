import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connected } from '../../bench/databases.ts'
import { median } from '../../bench/line.ts'
import { activeMasjids, addFridays, addMasjids } from '../../bench/seed.ts'
import { type EmbeddedDatabase, openEmbedded } from '../../server/database/embedded/open.ts'
import { migrate } from '../../server/database/migrate.ts'
import { type Moved, move } from '../../server/database/move/move.ts'
import { undoMove } from '../../server/database/move/undo.ts'
import { type PostgresCluster, startPostgres } from '../../tools/postgres/cluster.ts'
import { noteFigure } from '../../tools/test/figure.ts'
import { makeDataFolder, removeFolder } from '../runtime/data-folder.ts'
import { createDatabase } from '../runtime/postgres-database.ts'

/** PostgreSQL that writes to the disk, as in production. */
let cluster: PostgresCluster
beforeAll(async () => {
  cluster = await startPostgres({ durable: true })
})
afterAll(() => cluster.stop())

const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** An embedded database in a folder of its own. */
async function embedded(): Promise<EmbeddedDatabase> {
  const folder = await makeDataFolder()
  const database = await openEmbedded({ dataDir: join(folder, 'data'), connections: 10, log })
  onTestFinished(async () => {
    await database.close()
    await removeFolder(folder)
  })
  return database
}

/** A thousand masjids with eight Fridays each, khateebs, and their proposals. */
async function fill(url: string): Promise<void> {
  await migrate({ url })
  await connected(url, async (client) => {
    await addMasjids(client, 1, activeMasjids)
    await addFridays(client)
  })
}

function moving(source: string, target: string): Promise<Moved> {
  return move({
    source: { url: source, name: 'source' },
    target: { url: target, name: 'target' },
    closedAtMost: 30_000,
    signal: new AbortController().signal,
    onStep: quiet,
  })
}

function undoing(source: string, target: string): Promise<boolean> {
  return undoMove({
    source: { url: source, name: 'source' },
    target: async () => ({ url: target, name: 'target' }),
    loseChanges: true,
  })
}

test.for([
  ['the embedded database to PostgreSQL', embedded, async () => createDatabase(cluster.url)],
  [
    'PostgreSQL to the embedded database',
    async () => ({ url: await createDatabase(cluster.url) }),
    async () => (await embedded()).url,
  ],
] as const)(
  'a move of 1,000 masjids from %s closes both for a moment',
  { timeout: 600_000 },
  async ([name, openSource, openTarget], { task }) => {
    const { url: source } = await openSource()
    await fill(source)
    const closed: number[] = []
    for (let run = 1; run <= 5; run += 1) {
      const target = await openTarget()
      const { rows, closedFor } = await moving(source, target)
      expect(rows).toBeGreaterThan(20_000)
      closed.push((closedFor ?? Number.NaN) / 1_000)
      if (run < 5) await undoing(source, target)
    }
    noteFigure(task, {
      name: `changes refused during a move of 1,000 masjids from ${name}, median of 5`,
      measured: Number(median(closed).toFixed(2)),
      unit: 's',
      atMost: 30,
    })
  },
)

const mover = fileURLToPath(new URL('../faults/move-killed-at.ts', import.meta.url))

/** Looks at both ends until it is stopped, and gives how often both took changes. */
function watch(source: string, target: string): () => Promise<number> {
  let isOver = false
  let both = 0
  async function look(): Promise<void> {
    while (!isOver) {
      // Neither changes back within a look: the end that opens first is asked first, and the other one closes before it.
      const takes = []
      for (const url of [target, source, target]) takes.push(await takesChanges(url))
      if (takes.every(Boolean)) both += 1
    }
  }
  const looking = look()
  return async () => {
    isOver = true
    await looking
    return both
  }
}

/** Whether a new connection may write to our tables; one that is ended on the way may not. */
async function takesChanges(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', quiet)
  try {
    await client.connect()
    const { rows } = await client.query<{ takes: boolean }>(
      `select to_regclass('accounts') is not null and current_setting('transaction_read_only') = 'off' as takes`,
    )
    return rows[0]?.takes === true
  } catch {
    return false
  } finally {
    await client.end().catch(quiet)
  }
}

test('30 moves that are killed at any moment never leave both databases open, and lose nothing', {
  timeout: 900_000,
}, async ({ task }) => {
  const source = await createDatabase(cluster.url)
  await fill(source)
  const rows = await connected(
    source,
    async (client) => (await client.query('select * from slots order by id')).rows,
  )
  let both = 0
  for (let round = 0; round < 30; round += 1) {
    const target = await createDatabase(cluster.url)
    const stop = watch(source, target)
    const child = spawn(process.execPath, ['--import', 'tsx', mover, source, target, 'none'], {
      stdio: 'ignore',
    })
    const gone = once(child, 'exit')
    // The start of the process, and a whole move.
    await Promise.race([gone, pause(500 + Math.random() * 3_500)])
    child.kill('SIGKILL')
    await gone
    // PostgreSQL sees a moment later that the killed move is gone.
    const again = <T>(work: () => Promise<T>) =>
      expect.poll(() => work().then(() => 'done', String), { timeout: 30_000 }).toBe('done')
    if (round % 2 === 0) await again(() => moving(source, target))
    else await again(() => undoing(source, target))
    expect([await takesChanges(source), await takesChanges(target)]).toEqual(
      round % 2 === 0 ? [false, true] : [true, false],
    )
    if (round % 2 === 0) {
      expect(
        await connected(
          target,
          async (client) => (await client.query('select * from slots order by id')).rows,
        ),
      ).toEqual(rows)
      await again(() => undoing(source, target))
    }
    both += await stop()
  }
  noteFigure(task, {
    name: 'looks that found both databases open, 30 killed moves',
    measured: both,
    unit: 'times',
    atMost: 0,
  })
  expect(both).toBe(0)
})
