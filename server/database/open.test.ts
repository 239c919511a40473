import { readdir } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { newDataFolder } from '../../tests/runtime/data-folder.ts'
import { readConfig } from '../config.ts'
import { openForTool } from './open.ts'

const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

test('a tool does not create a database in an empty folder', async () => {
  const folder = await newDataFolder()
  const opening = openForTool(readConfig({ DATA_DIR: folder }), log)
  onTestFinished(() =>
    opening.then(
      (made) => made.close(),
      () => undefined,
    ),
  )
  await expect(opening).rejects.toThrow(`There is no database in ${folder}: set DATABASE_URL or DATA_DIR.`)
  expect(await readdir(folder)).toEqual([])
})
