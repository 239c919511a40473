import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newDataFolder } from '../../tests/runtime/data-folder.ts'
import { quietLog } from '../../tests/runtime/embedded-database.ts'
import { readConfig } from '../config.ts'
import { openDatabaseForTool } from './open-database.ts'

test('a tool does not create a database in an empty folder', async () => {
  const folder = await newDataFolder()
  const opening = openDatabaseForTool(readConfig({ DATA_DIR: folder }), quietLog)
  await expect(opening).rejects.toThrow(`There is no database in ${folder}: set DATABASE_URL or DATA_DIR.`)
  expect(await readdir(folder)).toEqual([])
})
