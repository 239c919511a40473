import { errorReason } from '../../error-reason.ts'
import { isClusterLocked, isNothingListening } from './cluster-lock.ts'
import { foldersIn, UnusableFolderError } from './data-folders.ts'
import { refuseHotCopy } from './hot-copy.ts'
import { readPassword } from './password.ts'
import { connectionUrl, readPostmasterFile } from './postmaster-file.ts'

/**
 * Resolves with the URL of the embedded database of a running Minbar server; undefined if no server runs in the data folder. Rejects with
 * UnusableFolderError if PostgreSQL runs there but refuses the connection or does not respond, if the database is a hot copy, or if its
 * password cannot be read.
 */
export async function urlOfRunningServer(dataDir: string): Promise<string | undefined> {
  // The postmaster.pid of a hot copy names the server of the original.
  await refuseHotCopy(foldersIn(dataDir))
  const url = await lastKnownUrl(dataDir)
  if (url === undefined) return undefined
  try {
    return (await isClusterLocked(url)) ? url : undefined
  } catch (error) {
    // A killed server leaves its postmaster.pid behind.
    if (isNothingListening(error)) return undefined
    throw new UnusableFolderError(
      `The database in ${dataDir} runs, but does not let this command connect (${errorReason(error)}): try again in a minute; if that does not help, restart Minbar, and read its log.`,
      { cause: error },
    )
  }
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
