import { isClusterLocked } from './cluster-lock.ts'
import { foldersIn } from './data-folders.ts'
import { refuseHotCopy } from './hot-copy.ts'
import { lastKnownUrl } from './last-known-url.ts'

/** The URL of the embedded database of a running Minbar server; undefined if no server runs in the data folder. */
export async function urlOfRunningServer(dataDir: string): Promise<string | undefined> {
  // The postmaster.pid of a hot copy names the server of the original.
  await refuseHotCopy(foldersIn(dataDir))
  const url = await lastKnownUrl(dataDir)
  if (url === undefined) return undefined
  // The connection may fail, because a killed server leaves its postmaster.pid behind.
  return (await isClusterLocked(url).catch(() => false)) ? url : undefined
}
