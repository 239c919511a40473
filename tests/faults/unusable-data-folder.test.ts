import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { runDoctor } from '../runtime/run-doctor.ts'
import { runTool } from '../runtime/run-tool.ts'
import { outputOfFailedStart } from '../runtime/server-process.ts'

/** The system refuses to create any folder here, even for root. */
const DATA_DIR = '/proc/minbar'

const refusal = /^Cannot write to \/proc\S*: set DATA_DIR to a folder of your own\.$/u

test('the server does not start if DATA_DIR is inside /proc, and prints one sentence', async () => {
  expect(await outputOfFailedStart({ DATA_DIR })).toMatch(refusal)
})

test('the server does not start with DATABASE_URL if it cannot write to DATA_DIR, because it could not list deleted accounts there', async () => {
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

test('the server, the doctor and a restore advise to mount the disk if DATA_DIR, or a folder above it, is a link to nothing', async () => {
  const DATABASE_URL = await newDatabase()
  await migrate({ url: DATABASE_URL })
  const folder = await newDataFolder()
  const file = join(folder, 'backup.tar.gz')
  expect(await runTool('backup', [file], { DATABASE_URL })).toMatchObject({ code: 0 })
  const link = join(folder, 'link')
  await symlink(join(folder, 'unmounted/minbar'), link)
  const sentence = `${link} is a link to a folder that does not exist: mount its disk.`
  for (const dataDir of [link, join(link, 'data')]) {
    const env = { DATA_DIR: dataDir }
    expect(await outputOfFailedStart(env)).toBe(sentence)
    expect(await outputOfFailedStart({ DATABASE_URL, ...env })).toBe(sentence)
    expect((await runDoctor(env)).of('data folder')).toBe(`wrong: ${sentence}`)
    expect(await runTool('restore', [file], env)).toMatchObject({ code: 1, stderr: `${sentence}\n` })
  }
})

test('a backup and the doctor advise to mount the disk if the folder of backups is a link to nothing', async () => {
  const DATABASE_URL = await newDatabase()
  await migrate({ url: DATABASE_URL })
  const env = { DATABASE_URL, DATA_DIR: await newDataFolder() }
  const link = join(env.DATA_DIR, 'backups')
  await symlink('/no/such/disk', link)
  const sentence = `${link} is a link to a folder that does not exist: mount its disk.`
  expect(await runTool('backup', [], env)).toMatchObject({ code: 1, stderr: `${sentence}\n` })
  expect((await runDoctor(env)).of('data folder')).toContain(`wrong: ${sentence}`)
})
