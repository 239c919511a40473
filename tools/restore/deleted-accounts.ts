import { existsSync } from 'node:fs'
import { deletionListPath, readDeletions } from '../../server/identity/deletion-list.ts'
import { CommandError } from '../terminal/command-error.ts'

/**
 * The ids of deleted people and parties, from the server's own list and from other files. Throws CommandError if one of those files is
 * missing or is not such a list.
 */
export async function deletedAccounts(dataDir: string, files: readonly string[]): Promise<string[]> {
  const own = await readDeletions(deletionListPath(dataDir))
  const others = await Promise.all(files.map(readGiven))
  return [...new Set([own, ...others].flat().map(({ id }) => id))]
}

async function readGiven(file: string) {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`)
  const deletions = await readDeletions(file)
  if (deletions.length === 0) throw new CommandError(`${file} is not a list of deleted accounts.`)
  return deletions
}
