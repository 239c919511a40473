import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'
import { specifiedCalls } from '../api/specified-calls.ts'
import { readRepositoryFile } from './repository-text.ts'

/** Returns the text of all files of a folder, without tests. */
async function textOf(folder: string): Promise<string> {
  const names = await readdir(join(repositoryFolder, folder), { recursive: true })
  const files = names.filter((name) => /\.tsx?$/u.test(name) && !name.includes('.test.'))
  return files.map((name) => readRepositoryFile(join(folder, name))).join('\n')
}

const declarations = (await textOf('contract')).matchAll(/const (\w+) = endpoint\('\w+', '([^']+)'/gu)
const nameOf = new Map(Array.from(declarations, ([, name, path]) => [path, name]))
const webText = await textOf('web')

test.each(specifiedCalls.map(({ path }) => path))('the web client calls %s', (path) => {
  expect(webText).toMatch(
    new RegExp(`\\bcall(Page)?\\((\\w+\\.)?${nameOf.get(path) ?? 'undeclared'}\\b`, 'u'),
  )
})
