import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

/**
 * This module finds the files of the screens, for the builds of the page and of its message catalogs. All names are relative to this
 * folder.
 */

/**
 * Returns the file that a function in the table of screens imports. The table has no file names, because they would make the page's
 * script larger. So `fileOf` reads the file name in the source code of the function.
 */
export function fileOf(load: () => Promise<unknown>): string {
  const [, path] = /import\(["'](\.[^"']+)["']\)/iu.exec(String(load)) ?? []
  if (path === undefined) throw new Error('The function imports no file.')
  return posix.join('shell', path)
}

const staticImportPattern = /^import (?!type )[^']*'(\.[^']+\.tsx?)'/gmu
const importPattern = /(?:^import (?!type )[^']*|\bimport\()'(\.[^']+\.tsx?)'/gmu

/** Returns these files and all files of the page that they import, directly or indirectly. Includes dynamic imports if `lazily`. */
export function filesWithImports(files: readonly string[], { lazily }: { lazily: boolean }): Set<string> {
  const found = new Set<string>()
  const add = (file: string) => {
    if (found.has(file) || file.startsWith('../')) return
    found.add(file)
    const text = readFileSync(new URL(file, import.meta.url), 'utf8')
    for (const [, path = ''] of text.matchAll(lazily ? importPattern : staticImportPattern))
      add(posix.join(file, '..', path))
  }
  for (const file of files) add(file)
  return found
}

/** The files that the first paint of the home page needs. These files and their messages are in the chunk `first-paint`. */
export const firstPaintFiles = filesWithImports(['shell/routes.ts', 'home/home-page.tsx'], { lazily: false })
