import { readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'
import { groupsIn, readRepositoryFile, repositoryFileExists } from './repository-text.ts'

const documents = ['', 'docs', 'docs/decisions'].flatMap((folder) =>
  readdirSync(join(repositoryFolder, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join(folder, name)),
)

/** Returns GitHub's anchors for the headings of a document. `level` is, for example, `##`. By default, all levels. */
function anchorsOf(document: string, level = '##*'): string[] {
  return groupsIn(readRepositoryFile(document), new RegExp(`^${level} (.+)$`, 'gmu')).map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Returns a document's links to files and headings of this repository. */
function linksOf(document: string): string[] {
  return groupsIn(readRepositoryFile(document), /\]\(([^)\s]+)\)/gu).filter((link) => !/^\w+:/u.test(link))
}

/** Returns the files and folders of the repository that a document mentions. */
function pathsIn(document: string): string[] {
  const path = /(?<![\w./-])((?:bench|contract|deploy|docs|domain|server|tests|tools|web)\/[\w./-]*\w)/gu
  return [...new Set(groupsIn(readRepositoryFile(document), path))]
}

function hasTarget(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? document : posix.join(posix.dirname(document), path)
  return repositoryFileExists(target) && (anchor === undefined || anchorsOf(target).includes(anchor))
}

test.each(documents)('every link of %s has a target', (document) => {
  expect(linksOf(document).filter((link) => !hasTarget(document, link))).toEqual([])
})

test.each(documents)('every file and folder that %s mentions exists', (document) => {
  // Documents may mention a command's JavaScript file, which exists only in a container.
  expect(pathsIn(document).filter((path) => !repositoryFileExists(path.replace(/\.js$/u, '.ts')))).toEqual([])
})

test('the handbook’s table of contents lists its sections in order', () => {
  const handbook = 'docs/operations.md'
  const [listed = ''] = /^1\. \[[^]*?\n\n/mu.exec(readRepositoryFile(handbook)) ?? []
  const parts = Array.from(listed.matchAll(/(\d+)\. \[[^\]]+\]\(#([^)]+)\)/gu), ([, number, anchor]) => [
    Number(number),
    anchor,
  ])
  expect(parts).toEqual(anchorsOf(handbook, '##').map((anchor, nth) => [nth + 1, anchor]))
})
