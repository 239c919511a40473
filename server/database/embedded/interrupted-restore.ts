import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { foldersIn, UnusableFolderError } from './data-folders.ts'
import { stagingFoldersIn } from './restore-staging.ts'

/** A restore moves the earlier database to a folder whose name begins with this prefix. */
export const replacedDatabasePrefix = 'postgres-before-'

/**
 * Rejects with UnusableFolderError if the data folder has no database, only the remains of a restore. Otherwise a start would
 * create an empty database, as if all data were lost. Changes nothing.
 */
export async function refuseInterruptedRestore(dataDir: string): Promise<void> {
  const { dataFolder, postgresFolder, cluster } = foldersIn(dataDir)
  if (existsSync(cluster) || !existsSync(dataFolder)) return
  const names = (await readdir(dataFolder)).toSorted()
  const aside = names.findLast((name) => name.startsWith(replacedDatabasePrefix))
  if (aside !== undefined) {
    throw new UnusableFolderError(
      `There is no database in ${dataFolder}, and a restore has put the earlier one aside: ` +
        `run npm run restore again, or rename ${join(dataFolder, aside)} to ${postgresFolder} to go back to it.`,
    )
  }
  const [staging] = await stagingFoldersIn(dataFolder)
  if (staging !== undefined) {
    throw new UnusableFolderError(
      `A restore into ${dataFolder} is under way or was interrupted: ` +
        `wait until it ends, run npm run restore again, or delete ${staging} to begin with an empty database.`,
    )
  }
}
