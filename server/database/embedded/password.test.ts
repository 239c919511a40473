import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDataFolder } from '../../../tests/runtime/data-folder.ts'
import { openAndClose, quietLog, startupErrorMessage } from '../../../tests/runtime/embedded-database.ts'
import { replaceEmbeddedDatabase } from './replace-database.ts'
import { lastKnownUrl } from './running-server-url.ts'

/** A data folder with a stopped database. */
const dataDir = await newDataFolder()
const passwordFile = join(dataDir, 'postgres', 'password')
await openAndClose(dataDir)

const startAndGetRefusal = () => startupErrorMessage(openAndClose(dataDir))

const remedy =
  'restore the file and make the user that runs Minbar its owner, or run npm run restore -- FILE --put-aside with a backup.'

test('a start with a missing, empty, unreadable or wrong password tells the operator what to do', async () => {
  const ofDatabase = `The password of the database, ${passwordFile},`
  await writeFile(passwordFile, 'another')
  expect(await startAndGetRefusal()).toBe(
    `The password in ${passwordFile} is not the one that the database was created with: ${remedy}`,
  )
  await writeFile(passwordFile, '')
  expect(await startAndGetRefusal()).toBe(`${ofDatabase} is empty: ${remedy}`)
  await rm(passwordFile)
  expect(await startAndGetRefusal()).toBe(`${ofDatabase} is missing: ${remedy}`)
  await mkdir(passwordFile)
  expect(await startAndGetRefusal()).toBe(`${ofDatabase} cannot be read (EISDIR): ${remedy}`)
  // A tool reads the password only if postmaster.pid exists. So write this file, as if a killed server had left it.
  const postgres = join(dataDir, 'postgres')
  const file = ['1', join(postgres, 'data'), '0', '5432', postgres, '']
  await writeFile(join(postgres, 'data', 'postmaster.pid'), file.join('\n'))
  expect(await startupErrorMessage(lastKnownUrl(dataDir))).toContain('cannot be read (EISDIR)')
  await rm(join(postgres, 'data', 'postmaster.pid'))
})

test('a restore can set aside a database whose password file is missing', async () => {
  await rm(passwordFile, { recursive: true, force: true })
  const { putAside } = await replaceEmbeddedDatabase(
    { dataDir, putAside: true, log: quietLog },
    async () => {},
  )
  expect(putAside).toContain('postgres-before-')
  expect(await startAndGetRefusal()).toBe('It started.')
})
