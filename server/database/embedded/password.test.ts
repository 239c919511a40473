import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDataFolder } from '../../../tests/runtime/data-folder.ts'
import { explainError } from '../../../tools/terminal/explain-error.ts'
import { openEmbedded } from './open.ts'
import { replaceEmbedded } from './replace-database.ts'
import { lastKnownUrl } from './running-url.ts'

const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** A data folder with a stopped database. */
const dataDir = await newDataFolder()
const password = join(dataDir, 'postgres', 'password')
const database = await openEmbedded({ dataDir, connections: 1, log })
await database.close()

/** The message of a failed start, as the operator sees it. */
async function refusal(): Promise<string> {
  const opened = await openEmbedded({ dataDir, connections: 1, log }).catch(explainError)
  if (typeof opened === 'string') return opened
  await opened.close()
  return 'It started.'
}

const remedy =
  'restore the file and make the user that runs Minbar its owner, or run npm run restore -- FILE --put-aside with a backup.'

test('a start with a missing, empty, unreadable or wrong password tells the operator what to do', async () => {
  await writeFile(password, 'another')
  expect(await refusal()).toBe(
    `The password in ${password} is not the one that the database was created with: ${remedy}`,
  )
  await writeFile(password, '')
  expect(await refusal()).toBe(`The password of the database, ${password}, is empty: ${remedy}`)
  await rm(password)
  expect(await refusal()).toBe(`The password of the database, ${password}, is missing: ${remedy}`)
  await mkdir(password)
  expect(await refusal()).toBe(
    `The password of the database, ${password}, cannot be read (EISDIR): ${remedy}`,
  )
  // A tool reads the password when a killed server has left its postmaster.pid.
  const file = ['1', join(dataDir, 'postgres', 'data'), '0', '5432', join(dataDir, 'postgres'), '']
  await writeFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), file.join('\n'))
  expect(await lastKnownUrl(dataDir).catch(explainError)).toContain('cannot be read (EISDIR)')
  await rm(join(dataDir, 'postgres', 'data', 'postmaster.pid'))
})

test('a restore moves a database without a password aside, as the error message suggests', async () => {
  await rm(password, { recursive: true, force: true })
  const { putAside } = await replaceEmbedded({ dataDir, putAside: true, log }, async () => {})
  expect(putAside).toContain('postgres-before-')
  expect(await refusal()).toBe('It started.')
})
