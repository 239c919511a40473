import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDataFolder } from '../../../tests/runtime/data-folder.ts'
import { startupErrorMessage } from '../../../tests/runtime/embedded-database.ts'
import { ensureCluster } from './cluster.ts'
import { foldersIn } from './data-folders.ts'
import { startPostmaster } from './postmaster.ts'

/** Returns an installation in which PostgreSQL's program `name` prints these lines and fails. */
async function installationWithFailing(name: string, lines: readonly string[]) {
  const folders = foldersIn(await newDataFolder())
  const bin = join(folders.dataFolder, 'bin')
  await mkdir(bin)
  await mkdir(folders.postgresFolder)
  const script = ['#!/bin/sh', ...lines.map((line) => `echo '${line}' >&2`), 'exit 1', ''].join('\n')
  await writeFile(join(bin, name), script)
  await chmod(join(bin, name), 0o755)
  return { ...folders, programs: { bin, major: 18 }, user: undefined }
}

test('a full disk while PostgreSQL recovers is reported without PostgreSQL’s advice to use a backup', async ({
  skip,
}) => {
  skip(process.platform === 'win32', 'Windows runs no shell script')
  const installation = await installationWithFailing('postgres', [
    'LOG:  database system was interrupted while in recovery at 2026-12-01 16:19:36 UTC',
    'HINT:  This probably means that some data is corrupted and you will have to use the last backup for recovery.',
    'FATAL:  could not write to file "pg_wal/xlogtemp.24024": No space left on device',
  ])
  await mkdir(installation.cluster)
  const logged: string[] = []
  const starting = startPostmaster(installation, {}, (line) => logged.push(line))
  expect(await startupErrorMessage(starting)).toBe(
    `The disk of ${installation.cluster} is full: free some space and try again.`,
  )
  expect(logged).toHaveLength(3)
})

test('too little shared memory is reported in PostgreSQL’s words, not as a full disk', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows runs no shell script')
  const line =
    'FATAL:  could not resize shared memory segment "/PostgreSQL.1" to 1048576 bytes: No space left on device'
  const running = await installationWithFailing('postgres', [line])
  await mkdir(running.cluster)
  expect(await startupErrorMessage(startPostmaster(running, {}, () => {}))).toBe(
    `PostgreSQL did not start: ${line}`,
  )
  const creating = await installationWithFailing('initdb', [line])
  expect(await startupErrorMessage(ensureCluster(creating))).toContain(line.replace('FATAL:  ', 'FATAL: '))
})

test('a full disk while initdb creates the database is reported in one sentence', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows runs no shell script')
  const installation = await installationWithFailing('initdb', [
    'FATAL: could not write to file "base/4/2609": No space left on device',
    'STATEMENT: CREATE DATABASE template0',
  ])
  expect(await startupErrorMessage(ensureCluster(installation))).toBe(
    `The disk of ${installation.dataFolder} is full: free some space and try again.`,
  )
})
