import { foldersIn } from './home.ts'
import { lastUrl } from './last-url.ts'
import { ownCluster } from './owner.ts'
import { refuseRunningCopy } from './running-copy.ts'

/** The URL of the embedded database of a server that runs in the operator's folder; undefined where none does. */
export async function urlOfRunning(dataDir: string): Promise<string | undefined> {
  // Its postmaster file would lead to the server of the original.
  await refuseRunningCopy(foldersIn(dataDir))
  const url = await lastUrl(dataDir)
  if (url === undefined) return undefined
  const owner = await ownCluster(url).catch(() => undefined)
  if (owner === undefined) return undefined
  if ('heldBy' in owner) return url
  await owner.release()
  return undefined
}
