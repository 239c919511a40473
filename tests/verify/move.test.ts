import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { withConnection } from '../../bench/databases.ts'
import { median } from '../../bench/report.ts'
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
  await withConnection(url, async (client) => {
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
    redeleteAccounts: async () => {},
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
  const over = new AbortController()
  let both = 0
  async function look(): Promise<void> {
    while (!over.signal.aborted) {
      // The target is asked before and after the source, so a move or an undo between two of the questions counts for nothing.
      const takes = []
      for (const url of [target, source, target]) takes.push(await takesChanges(url))
      if (takes.every(Boolean)) both += 1
    }
  }
  const looking = look()
  return async () => {
    over.abort()
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

/** Starts a move in a process of its own and kills that at some moment: of its start, or of the whole move. */
async function killSomewhere(source: string, target: string): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', mover, source, target, 'none'], {
    stdio: 'ignore',
  })
  const gone = once(child, 'exit')
  await Promise.race([gone, pause(500 + Math.random() * 3_500)])
  child.kill('SIGKILL')
  await gone
}

/** PostgreSQL sees a moment later that a killed process is gone, and holds its locks until then. */
async function untilItWorks(work: () => Promise<unknown>): Promise<void> {
  const outcome = (): Promise<string> => work().then(() => 'done', String)
  await expect.poll(outcome, { timeout: 30_000 }).toBe('done')
}

/** Everything of one table, to be compared. */
function slotsIn(url: string): Promise<unknown[]> {
  return withConnection(url, async (client) => (await client.query('select * from slots order by id')).rows)
}

const rounds = 15

test.for([
  ['completed', moving, [false, true]],
  ['undone', undoing, [true, false]],
] as const)(
  'moves that are killed at any moment and %s never leave both databases open, and lose nothing',
  { timeout: 900_000 },
  async ([name, goOn, open], { task }) => {
    const source = await createDatabase(cluster.url)
    await fill(source)
    const slots = await slotsIn(source)
    let both = 0
    for (let round = 0; round < rounds; round += 1) {
      const target = await createDatabase(cluster.url)
      const stop = watch(source, target)
      await killSomewhere(source, target)
      await untilItWorks(() => goOn(source, target))
      expect([await takesChanges(source), await takesChanges(target)]).toEqual(open)
      expect(await slotsIn(open[0] ? source : target)).toEqual(slots)
      await untilItWorks(() => undoing(source, target))
      both += await stop()
    }
    noteFigure(task, {
      name: `looks that found both databases open, ${rounds} moves killed and ${name}`,
      measured: both,
      unit: 'times',
      atMost: 0,
    })
    expect(both).toBe(0)
  },
)
