import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { oldestPostgres } from '../../server/database/requirements.ts'
import { type PostgresCluster, startPostgres } from '../../tools/postgres/cluster.ts'
import { findInstalledPostgres } from '../../tools/postgres/installed-postgres.ts'
import { readAllRows, tablesChangedByRestore } from '../runtime/all-rows.ts'
import { closeWhenDone } from '../runtime/close-when-done.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { openDatabase } from '../runtime/database.ts'
import { fillEveryTable } from '../runtime/fill-every-table.ts'
import { createDatabase, newDatabase } from '../runtime/postgres-database.ts'
import { runTool, startTool } from '../runtime/run-tool.ts'
import { startServer } from '../runtime/server-process.ts'

const programs = await findInstalledPostgres(oldestPostgres)

const folder = await newDataFolder()
let oldestCluster: PostgresCluster
if (programs !== undefined) {
  oldestCluster = await startPostgres({ programs })
  closeWhenDone(() => oldestCluster.stop())
}

test(`a backup restored to PostgreSQL ${oldestPostgres} and back has the same rows`, async ({ skip }) => {
  skip(programs === undefined, `PostgreSQL ${oldestPostgres} is not installed`)
  const newest = inject('postgresCluster')
  const first = await createDatabase(newest)
  const server = await startServer({ DATABASE_URL: first })
  await fillEveryTable(server.url, openDatabase(first))
  await server.stop()
  const before = await readAllRows(first)
  const unchangedTables = [
    ...Object.keys(before).filter((name) => !tablesChangedByRestore.has(name)),
    'audit',
  ]
  let from = first
  for (const [hop, cluster] of [oldestCluster.url, newest].entries()) {
    const file = join(folder, `${hop}.tar.gz`)
    const to = await createDatabase(cluster)
    const env = { DATA_DIR: folder }
    expect(await runTool('backup', [file], { ...env, DATABASE_URL: from })).toMatchObject({ code: 0 })
    expect(await runTool('restore', [file], { ...env, DATABASE_URL: to })).toMatchObject({ code: 0 })
    from = to
    const after = await readAllRows(to)
    const rows = unchangedTables.map((name) =>
      after[name]?.filter((row) => !row.includes('database_restored')),
    )
    expect(rows).toEqual(unchangedTables.map((name) => before[name]))
  }
  const served = await startServer({ DATABASE_URL: from })
  expect((await fetch(`${served.url}/readyz`)).status).toBe(200)
})

test('a restore replaces an embedded database that another PostgreSQL version has written', async () => {
  const DATA_DIR = await newDataFolder()
  const server = await startServer({ DATA_DIR })
  const file = join(folder, 'embedded.tar.gz')
  expect(await runTool('backup', [file], { DATA_DIR })).toMatchObject({ code: 0 })
  await server.stop()
  await writeFile(join(DATA_DIR, 'postgres', 'data', 'PG_VERSION'), '14\n')
  const refused = await runTool('backup', [], { DATA_DIR })
  expect(refused.stderr).toContain('npm run restore -- FILE --put-aside')
  expect(await runTool('restore', [file, '--put-aside'], { DATA_DIR })).toMatchObject({ code: 0 })
  const served = await startServer({ DATA_DIR })
  expect((await fetch(`${served.url}/readyz`)).status).toBe(200)
})

const blankBackup = join(folder, 'blank.tar.gz')
const blankDatabase = await newDatabase()
await migrate({ url: blankDatabase })
await runTool('backup', [blankBackup], { DATABASE_URL: blankDatabase, DATA_DIR: folder })

test.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'after %s ends a restore of the embedded database, the next restore succeeds and leaves only its database',
  async (signal) => {
    const DATA_DIR = await newDataFolder()
    const tool = startTool('restore', [blankBackup], { DATA_DIR })
    const started = async () => {
      const names = await readdir(DATA_DIR)
      const draft = names.find((name) => name.startsWith('restoring-')) ?? ''
      return existsSync(join(DATA_DIR, draft, 'postgres', 'data', 'postmaster.pid'))
    }
    await expect.poll(started, { interval: 5 }).toBe(true)
    tool.kill(signal)
    await once(tool, 'exit')
    // The tool deletes its draft, which contains personal data. Only after SIGKILL does the draft stay.
    expect(await readdir(DATA_DIR)).toHaveLength(signal === 'SIGKILL' ? 1 : 0)
    expect(await runTool('restore', [blankBackup], { DATA_DIR })).toMatchObject({ code: 0, stderr: '' })
    expect(await readdir(DATA_DIR)).toEqual(['postgres'])
  },
)
