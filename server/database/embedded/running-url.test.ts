import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newDataFolder } from '../../../tests/runtime/new-data-folder.ts'
import { ensureCluster } from './cluster.ts'
import { prepareInstallation } from './data-folders.ts'
import { lockCluster } from './cluster-lock.ts'
import { startPostmaster } from './postmaster.ts'
import { urlOfRunningServer } from './running-url.ts'
import { postgresSettings } from './postgres-settings.ts'
import { connectionUrl } from './connection-url.ts'

test('a tool that looks for a running server keeps none from taking the folder', async () => {
  const folder = await newDataFolder()
  const installation = await prepareInstallation(folder)
  const place = { socketFolder: join(folder, 'postgres'), address: '', port: 5432 }
  const url = connectionUrl(place, await ensureCluster(installation))
  // As a server that was killed leaves it: nobody owns it.
  const postmaster = await startPostmaster(installation, postgresSettings(place, 10), () => {})
  onTestFinished(() => postmaster.stop(1_000))
  for (let round = 0; round < 20; round += 1) {
    const looks = [urlOfRunningServer(folder), urlOfRunningServer(folder)]
    const owner = await lockCluster(url)
    await Promise.all(looks)
    if ('heldBy' in owner) throw new Error('A tool held the folder.')
    expect(await urlOfRunningServer(folder)).toBe(url)
    await owner.release()
    await owner.ended
  }
  expect(await urlOfRunningServer(folder)).toBeUndefined()
})
