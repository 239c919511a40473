import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { vi } from 'vitest'
import type { LetterKind } from '../../server/letters/letter.ts'

/** Waits for a letter of this kind to an address, written into a server's DATA_DIR, and gives the newest of them. */
export function letterIn(dataDir: string, kind: LetterKind, to: string): Promise<Email> {
  return vi.waitFor(
    async () => {
      const found = (await lettersIn(dataDir, kind)).findLast((letter) => letter.to?.[0]?.address === to)
      if (found === undefined) throw new Error(`There is no ${kind} letter to ${to} yet`)
      return found
    },
    { timeout: 30_000, interval: 100 },
  )
}

/** The link that a letter's button leads to. */
export function linkOf(letter: Email): string {
  const [link] = /https?:\/\/\S+#token=[\w-]+/.exec(letter.text ?? '') ?? []
  if (link === undefined) throw new Error(`There is no link in: ${letter.text}`)
  return link
}

/** In the order of writing, which their names begin with. */
async function lettersIn(dataDir: string, kind: LetterKind): Promise<Email[]> {
  const folder = join(dataDir, 'letters')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml') && name.includes(`-${kind}-`))
  return Promise.all(
    names.toSorted().map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  )
}
