import { foldersIn } from './data-folders.ts'
import { lastUrl } from './last-known-url.ts'
import { isOwned } from './cluster-lock.ts'
import { refuseRunningCopy } from './hot-copy.ts'

/** The URL of the embedded database of a server that runs in the operator's folder; undefined where none does. */
export async function urlOfRunning(dataDir: string): Promise<string | undefined> {
  // Its postmaster file would lead to the server of the original.
  await refuseRunningCopy(foldersIn(dataDir))
  const url = await lastUrl(dataDir)
  if (url === undefined) return undefined
  // Nothing may answer: the file of a killed server stays behind.
  return (await isOwned(url).catch(() => false)) ? url : undefined
}
