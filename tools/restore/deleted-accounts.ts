import { existsSync } from 'node:fs'
import { errorReason } from '../../server/error-reason.ts'
import { deletionListPath, readDeletions } from '../../server/identity/deletion-list.ts'
import { CommandError } from '../terminal/command-error.ts'

/**
 * Returns the uids and ids of deleted parties and people, from the list of the server and from further files. Throws CommandError if a
 * further file is missing, cannot be read or is not a list of deleted accounts.
 */
export async function deletedAccounts(dataDir: string, files: readonly string[]): Promise<string[]> {
  const own = await readDeletions(deletionListPath(dataDir))
  const others = await Promise.all(files.map(readGivenList))
  return [...new Set([own, ...others].flat().map(({ id }) => id))]
}

async function readGivenList(file: string) {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`)
  const deletions = await readDeletions(file).catch((error: unknown) => {
    throw new CommandError(`The file ${file} cannot be read: ${errorReason(error)}.`)
  })
  if (deletions.length === 0) throw new CommandError(`${file} is not a list of deleted accounts.`)
  return deletions
}
