import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { foldersIn, UnusableFolderError } from './data-folders.ts'
import { stagingFoldersIn } from './restore-staging.ts'

/** How the folder begins in which a restore keeps the earlier database. */
export const asidePrefix = 'postgres-before-'

/**
 * Rejects with UnusableFolderError where there is no database in the operator's folder but what a restore has left there: a start
 * would make an empty database, and look as if everything were lost. It changes nothing.
 */
export async function refuseInterruptedRestore(dataDir: string): Promise<void> {
  const { directory, folder, cluster } = foldersIn(dataDir)
  if (existsSync(cluster) || !existsSync(directory)) return
  const names = (await readdir(directory)).toSorted()
  const aside = names.findLast((name) => name.startsWith(asidePrefix))
  if (aside !== undefined) {
    throw new UnusableFolderError(
      `There is no database in ${directory}, and a restore has put the earlier one aside: ` +
        `run npm run restore again, or rename ${join(directory, aside)} to ${folder} to go back to it.`,
    )
  }
  const [draft] = await stagingFoldersIn(directory)
  if (draft !== undefined) {
    throw new UnusableFolderError(
      `A restore into ${directory} is under way or was interrupted: ` +
        `let it end, run npm run restore again, or delete ${draft} to begin with an empty database.`,
    )
  }
}
