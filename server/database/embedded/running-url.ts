import { foldersIn } from './data-folders.ts'
import { lastKnownUrl } from './last-known-url.ts'
import { isClusterLocked } from './cluster-lock.ts'
import { refuseHotCopy } from './hot-copy.ts'

/** The URL of the embedded database of a server that runs in the operator's folder; undefined where none does. */
export async function urlOfRunningServer(dataDir: string): Promise<string | undefined> {
  // Its postmaster file would lead to the server of the original.
  await refuseHotCopy(foldersIn(dataDir))
  const url = await lastKnownUrl(dataDir)
  if (url === undefined) return undefined
  // Nothing may answer: the file of a killed server stays behind.
  return (await isClusterLocked(url).catch(() => false)) ? url : undefined
}
