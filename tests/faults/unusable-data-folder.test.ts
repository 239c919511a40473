import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { runTool } from '../runtime/run-tool.ts'
import { outputOfFailedStart } from '../runtime/server-process.ts'

/** The system refuses to create any folder here, even for root. */
const DATA_DIR = '/proc/minbar'

const refusal = /^Cannot write to \/proc\S*: set DATA_DIR to a folder of your own\.$/u

test('the server does not start if DATA_DIR is inside /proc, and prints one sentence', async () => {
  expect(await outputOfFailedStart({ DATA_DIR })).toMatch(refusal)
})

test('the server does not start with DATABASE_URL if it cannot write to DATA_DIR, because deletions would not be listed', async () => {
  expect(await outputOfFailedStart({ DATABASE_URL: await newDatabase(), DATA_DIR })).toMatch(refusal)
})

test('backup, restore and move fail with one sentence if their folder is inside /proc', async () => {
  const DATABASE_URL = await newDatabase()
  await migrate({ url: DATABASE_URL })
  const file = join(await newDataFolder(), 'backup.tar.gz')
  expect(await runTool('backup', [file], { DATABASE_URL, DATA_DIR })).toMatchObject({ code: 0 })
  for (const run of [
    runTool('backup', [], { DATABASE_URL, DATA_DIR }),
    runTool('restore', [file], { DATA_DIR }),
    runTool('move-database', [], { DATABASE_URL, MOVE_TO_DIR: DATA_DIR }),
  ]) {
    const { code, stderr } = await run
    expect([code, stderr.trim()]).toEqual([1, expect.stringMatching(refusal)])
  }
})
