import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newDataFolder } from '../../../tests/runtime/new-data-folder.ts'
import { ensureCluster } from './cluster.ts'
import { prepareHome } from './data-folders.ts'
import { ownCluster } from './cluster-lock.ts'
import { startPostmaster } from './postmaster.ts'
import { urlOfRunning } from './running-url.ts'
import { settingsOf } from './postgres-settings.ts'
import { urlOf } from './connection-url.ts'

test('a tool that looks for a running server keeps none from taking the folder', async () => {
  const folder = await newDataFolder()
  const home = await prepareHome(folder)
  const place = { socketFolder: join(folder, 'postgres'), address: '', port: 5432 }
  const url = urlOf(place, await ensureCluster(home))
  // As a server that was killed leaves it: nobody owns it.
  const postmaster = await startPostmaster(home, settingsOf(place, 10), () => {})
  onTestFinished(() => postmaster.stop(1_000))
  for (let round = 0; round < 20; round += 1) {
    const looks = [urlOfRunning(folder), urlOfRunning(folder)]
    const owner = await ownCluster(url)
    await Promise.all(looks)
    if ('heldBy' in owner) throw new Error('A tool held the folder.')
    expect(await urlOfRunning(folder)).toBe(url)
    await owner.release()
    await owner.ended
  }
  expect(await urlOfRunning(folder)).toBeUndefined()
})
