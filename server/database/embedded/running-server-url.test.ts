import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newDataFolder } from '../../../tests/runtime/data-folder.ts'
import { startupErrorMessage } from '../../../tests/runtime/embedded-database.ts'
import { ensureCluster } from './cluster.ts'
import { lockCluster } from './cluster-lock.ts'
import { prepareInstallation } from './data-folders.ts'
import { postgresSettings } from './postgres-settings.ts'
import { startPostmaster } from './postmaster.ts'
import { connectionUrl } from './postmaster-file.ts'
import { urlOfRunningServer } from './running-server-url.ts'

test('a server can lock the cluster while concurrent lookups search for a running server', async () => {
  const folder = await newDataFolder()
  const installation = await prepareInstallation(folder)
  const place = { socketFolder: join(folder, 'postgres'), address: '', port: 5432 }
  const url = connectionUrl(place, await ensureCluster(installation))
  // As after a server was killed: PostgreSQL runs, but no process has the lock.
  const postmaster = await startPostmaster(installation, postgresSettings(place, 10), () => {})
  onTestFinished(() => postmaster.stop(1_000))
  for (let round = 0; round < 20; round += 1) {
    const lookups = [urlOfRunningServer(folder), urlOfRunningServer(folder)]
    const lock = await lockCluster(url)
    await Promise.all(lookups)
    if ('heldBy' in lock) throw new Error('A tool has locked the cluster.')
    expect(await urlOfRunningServer(folder)).toBe(url)
    await lock.release()
    await lock.ended
  }
  expect(await urlOfRunningServer(folder)).toBeUndefined()
})

test('a lookup of a running server rejects with the reason when PostgreSQL refuses the connection', async () => {
  const folder = await newDataFolder()
  const installation = await prepareInstallation(folder)
  const place = { socketFolder: join(folder, 'postgres'), address: '', port: 5432 }
  await ensureCluster(installation)
  const postmaster = await startPostmaster(installation, postgresSettings(place, 10), () => {})
  onTestFinished(() => postmaster.stop(1_000))
  await writeFile(join(folder, 'postgres', 'password'), 'another')
  await expect
    .poll(() => startupErrorMessage(urlOfRunningServer(folder)))
    .toMatch(
      /^The database in .* does not let this command connect \(password authentication failed for user .*\): try again/,
    )
  await postmaster.stop(1_000)
  expect(await urlOfRunningServer(folder)).toBeUndefined()
})
