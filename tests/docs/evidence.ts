import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What a file of the repository says. */
export function contentOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export function isThere(path: string): boolean {
  return existsSync(join(root, path))
}

/** A file, perhaps a test's, with the beginning of a title in it; empty where none is given. */
export interface Evidence {
  readonly file: string
  readonly title: string
}

/** The evidence in a table's cell: `file “title”, “title”; file`. */
export function evidenceIn(cell: string): Evidence[] {
  return cell.split('; ').flatMap((it) => {
    const [file = ''] = it.trim().split(' “')
    const titles = Array.from(it.matchAll(/“([^”]*)”/gu), ([, title = '']) => title)
    return titles.length === 0 ? [{ file, title: '' }] : titles.map((title) => ({ file, title }))
  })
}

/** Whether there is such a test: its file, and the title at the beginning of a string in it. */
export function isTest({ file, title }: Evidence): boolean {
  return (
    title !== '' && isThere(file) && ['"', "'", '`'].some((quote) => contentOf(file).includes(quote + title))
  )
}
