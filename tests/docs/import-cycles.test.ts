import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'

/** For each unit, the units that it imports, each with an example import. */
type Imports = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Functions that return the unit of a file, by the file's path in the top-level folder. A file directly in the top-level folder is its own
 * unit.
 */
const units = {
  /** A room is a folder directly inside the top-level folder. It includes all folders inside it. */
  room: (path: string) => path.split('/')[0] ?? '',
  /** A folder does not include the folders inside it. */
  folder: (path: string) => (path.includes('/') ? dirname(path) : path),
}

/** Returns the imports between the units of a top-level folder. */
async function importsIn(folder: string, unit: keyof typeof units): Promise<Imports> {
  const root = join(repositoryFolder, folder)
  const unitOf = (file: string) => units[unit](relative(root, file))
  const imports = new Map<string, Map<string, string>>()
  for (const name of await readdir(root, { recursive: true })) {
    if (!/\.tsx?$/u.test(name) || /\.test\.tsx?$/u.test(name)) continue
    const file = join(root, name)
    const text = await readFile(file, 'utf8')
    for (const [, path = ''] of text.matchAll(/(?:from |import\()'(\.[^']*)'/gu)) {
      const imported = resolve(file, '..', path)
      const [from, to] = [unitOf(file), unitOf(imported)]
      if (to.startsWith('..') || to === from) continue
      const example = `${name} imports ${relative(root, imported)}`
      imports.set(from, (imports.get(from) ?? new Map()).set(to, example))
    }
  }
  return imports
}

/** Returns the imports of one cycle between units. Empty if there is no cycle. */
function cycleIn(imports: Imports): string[] {
  const cleared = new Set<string>()
  const walk = (unit: string, path: readonly string[]): string[] => {
    if (path.includes(unit)) return [...path.slice(path.indexOf(unit)), unit]
    if (cleared.has(unit)) return []
    for (const next of imports.get(unit)?.keys() ?? []) {
      const cycle = walk(next, [...path, unit])
      if (cycle.length > 0) return cycle
    }
    cleared.add(unit)
    return []
  }
  for (const unit of imports.keys()) {
    const cycle = walk(unit, [])
    if (cycle.length > 0) return cycle.slice(1).map((to, at) => imports.get(cycle[at] ?? '')?.get(to) ?? '')
  }
  return []
}

describe.each(['contract', 'domain', 'server', 'web', 'tools', 'bench', 'tests'])('%s', (topLevelFolder) => {
  test.each([
    ['direct subfolders', 'room'],
    ['folders of all levels', 'folder'],
  ] as const)('the top-level folder has no import cycle between its %s', async (_, unit) => {
    expect(cycleIn(await importsIn(topLevelFolder, unit))).toEqual([])
  })
})

test('cycleIn returns the imports of a cycle', () => {
  const imports = new Map([
    ['a', new Map([['b', 'a to b']])],
    ['b', new Map([['c', 'b to c']])],
    ['c', new Map([['b', 'c to b']])],
  ])
  expect(cycleIn(imports)).toEqual(['b to c', 'c to b'])
})
