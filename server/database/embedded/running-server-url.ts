import { isClusterLocked } from './cluster-lock.ts'
import { foldersIn } from './data-folders.ts'
import { refuseHotCopy } from './hot-copy.ts'
import { readPassword } from './password.ts'
import { connectionUrl, readPostmasterFile } from './postmaster-file.ts'

/** Resolves with the URL of the embedded database of a running Minbar server; undefined if no server runs in the data folder. */
export async function urlOfRunningServer(dataDir: string): Promise<string | undefined> {
  // The postmaster.pid of a hot copy names the server of the original.
  await refuseHotCopy(foldersIn(dataDir))
  const url = await lastKnownUrl(dataDir)
  if (url === undefined) return undefined
  // The connection may fail, because a killed server leaves its postmaster.pid behind.
  return (await isClusterLocked(url).catch(() => false)) ? url : undefined
}

/**
 * Returns the URL of the PostgreSQL that was last started in the data folder, according to the files in the folder. This PostgreSQL
 * may have been killed since. Undefined if none was started, or if the last one shut down. Writes nothing. Rejects with
 * UnusableFolderError if the password cannot be read.
 */
export async function lastKnownUrl(dataDir: string): Promise<string | undefined> {
  const { postgresFolder, cluster } = foldersIn(dataDir)
  const file = await readPostmasterFile(cluster)
  return file === undefined ? undefined : connectionUrl(file, await readPassword(postgresFolder))
}
