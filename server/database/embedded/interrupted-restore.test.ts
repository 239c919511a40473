import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDataFolder } from '../../../tests/runtime/data-folder.ts'
import { openAndClose, startupErrorMessage } from '../../../tests/runtime/embedded-database.ts'

test('a start refuses a folder in which a restore was interrupted between its two renames', async () => {
  const folder = await newDataFolder()
  const aside = join(folder, 'postgres-before-2026-11-23T08-00-00Z')
  await mkdir(join(aside, 'data'), { recursive: true })
  await mkdir(join(folder, 'restoring-0123456789ab'))
  expect(await startupErrorMessage(openAndClose(folder))).toBe(
    `There is no database in ${folder}, and a restore has put the earlier one aside: ` +
      `run npm run restore again, or rename ${aside} to ${folder}/postgres to go back to it.`,
  )
  // If the start created an empty folder `postgres`, the operator's rename would move the old database into it.
  expect(await readdir(folder)).not.toContain('postgres')
})

test('a start refuses a folder in which a first restore is running or was killed', async () => {
  const folder = await newDataFolder()
  await mkdir(join(folder, 'restoring-0123456789ab'))
  expect(await startupErrorMessage(openAndClose(folder))).toBe(
    `A restore into ${folder} is under way or was interrupted: wait until it ends, run npm run restore again, ` +
      `or delete ${folder}/restoring-0123456789ab to begin with an empty database.`,
  )
})
