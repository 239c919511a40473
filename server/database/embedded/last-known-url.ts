import { foldersIn } from './data-folders.ts'
import { readPassword } from './password.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { connectionUrl } from './connection-url.ts'

/**
 * The URL of the PostgreSQL that was last started in the operator's folder, as its files say: it may have been killed since.
 * Undefined where none was started, or where it has ended. Only reads. Rejects with UnusableFolderError where its password cannot
 * be read.
 */
export async function lastKnownUrl(dataDir: string): Promise<string | undefined> {
  const { folder, cluster } = foldersIn(dataDir)
  const file = await readPostmasterFile(cluster)
  return file === undefined ? undefined : connectionUrl(file, await readPassword(folder))
}
