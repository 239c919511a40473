import { connectionUrl } from './connection-url.ts'
import { foldersIn } from './data-folders.ts'
import { readPassword } from './password.ts'
import { readPostmasterFile } from './postmaster-file.ts'

/**
 * The URL of the PostgreSQL that was last started in the data folder, according to its files; it may have been killed since.
 * Undefined if none was started, or if it shut down. Writes nothing. Rejects with UnusableFolderError if the password cannot be
 * read.
 */
export async function lastKnownUrl(dataDir: string): Promise<string | undefined> {
  const { postgresFolder, cluster } = foldersIn(dataDir)
  const file = await readPostmasterFile(cluster)
  return file === undefined ? undefined : connectionUrl(file, await readPassword(postgresFolder))
}
