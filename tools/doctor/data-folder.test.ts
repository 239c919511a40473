import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { newDataFolder } from '../../tests/runtime/data-folder.ts'
import { checkDataFolder } from './data-folder.ts'

test('the doctor’s check of the data folder reports folders that earlier restores left behind', async () => {
  const folder = await newDataFolder()
  await chmod(folder, 0o700)
  const examine = () =>
    checkDataFolder({
      config: readConfig({ DATA_DIR: folder }),
      readDatabase: async () => Promise.reject(new Error('There is no database.')),
      publicResponse: async () => undefined,
    })
  expect(await examine()).toMatchObject({ verdict: 'ok' })
  const [aside, draft] = [
    join(folder, 'postgres-before-2026-11-23T08-00-00Z'),
    join(folder, 'restoring-0123456789ab'),
  ]
  await mkdir(aside)
  await mkdir(draft)
  expect(await examine()).toMatchObject([
    {
      verdict: 'warning',
      sentence: `${aside} is the database from before a restore: delete it when you no longer need it.`,
    },
    {
      verdict: 'warning',
      sentence: `${draft} was left by an interrupted restore: delete it, unless a restore is running.`,
    },
  ])
})
