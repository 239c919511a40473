import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { vi } from 'vitest'
import type { LetterKind } from '../../server/letters/content/letter.ts'

/** Waits until DATA_DIR has a letter of this kind to an address. Returns the newest such letter. Fails after 30 seconds. */
export function waitForLetterFile(dataDir: string, kind: LetterKind, to: string): Promise<Email> {
  return vi.waitFor(
    async () => {
      const found = (await readLetterFiles(dataDir, kind)).findLast(
        (letter) => letter.to?.[0]?.address === to,
      )
      if (found === undefined) throw new Error(`No ${kind} letter to ${to} yet`)
      return found
    },
    { timeout: 30_000, interval: 100 },
  )
}

/**
 * Simulates a letter that another process deletes after its name was read: the folder lists the file, but reading it fails with ENOENT.
 * Returns the file's name.
 */
export async function addDeletedLetterFile(folder: string): Promise<string> {
  const name = '20261101T120000000Z-welcome-1.eml'
  await mkdir(folder, { recursive: true })
  // A link to a file that does not exist.
  await symlink(`${name}.deleted`, join(folder, name))
  return name
}

/** Returns the URL of a letter's button. */
export function buttonUrlOf(letter: Email): string {
  const [link] = /https?:\/\/\S+#token=[\w-]+/.exec(letter.text ?? '') ?? []
  if (link === undefined) throw new Error(`No link in: ${letter.text}`)
  return link
}

/** Returns the letters in the order of their creation. The file names begin with the time, so this is the order of the names. */
async function readLetterFiles(dataDir: string, kind: LetterKind): Promise<Email[]> {
  const folder = join(dataDir, 'letters')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml') && name.includes(`-${kind}-`))
  return Promise.all(
    names.toSorted().map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  )
}
