import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { passwordFileIn, UnusableFolderError } from './data-folders.ts'

const remedy =
  'restore the file and make the user that runs Minbar its owner, or run npm run restore -- FILE --put-aside with a backup.'

/**
 * Reads the superuser's password from PostgreSQL's folder. Rejects with UnusableFolderError if the file is missing, empty or
 * unreadable.
 */
export async function readPassword(postgresFolder: string): Promise<string> {
  const file = passwordFileIn(postgresFolder)
  const password = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'is missing' : `cannot be read (${error.code ?? error.message})`
    throw new UnusableFolderError(`The password of the database, ${file}, ${why}: ${remedy}`)
  })
  if (password === '')
    throw new UnusableFolderError(`The password of the database, ${file}, is empty: ${remedy}`)
  return password
}

/**
 * Returns an error handler. If PostgreSQL refused the password, it throws UnusableFolderError with a sentence that says what to do. It
 * rethrows all other errors.
 */
export function explainWrongPassword(postgresFolder: string): (error: unknown) => never {
  return (error) => {
    if (!isWrongPassword(error)) throw error
    throw new UnusableFolderError(
      `The password in ${passwordFileIn(postgresFolder)} is not the one that the database was created with: ${remedy}`,
    )
  }
}

export function isWrongPassword(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '28P01'
}
