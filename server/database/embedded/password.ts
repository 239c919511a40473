import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { passwordFileIn, UnusableFolderError } from './data-folders.ts'

const remedy =
  'put the file back as it was and give it to the user that runs Minbar, or run npm run restore -- FILE --put-aside with a backup.'

/**
 * Reads the superuser's password from PostgreSQL's own folder. Rejects with UnusableFolderError where the file is missing, empty
 * or cannot be read.
 */
export async function readPassword(folder: string): Promise<string> {
  const file = passwordFileIn(folder)
  const password = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'is missing' : `cannot be read (${error.code ?? error.message})`
    throw new UnusableFolderError(`The password of the database, ${file}, ${why}: ${remedy}`)
  })
  if (password === '')
    throw new UnusableFolderError(`The password of the database, ${file}, is empty: ${remedy}`)
  return password
}

/** Passes an error on; where PostgreSQL refused the password of its folder, as a sentence that says what to do. */
export function explainWrongPassword(folder: string): (error: unknown) => never {
  return (error) => {
    if (!isWrongPassword(error)) throw error
    throw new UnusableFolderError(
      `The password in ${passwordFileIn(folder)} is not the one that the database was made with: ${remedy}`,
    )
  }
}

/** Whether PostgreSQL refused the password of a connection. */
export function isWrongPassword(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '28P01'
}
