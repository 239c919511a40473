import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'

/** For each room (a folder, or a file next to the folders), the rooms it imports, each with an example import. */
type Imports = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The imports between the rooms of a top-level folder. */
async function importsIn(folder: string): Promise<Imports> {
  const root = join(repositoryFolder, folder)
  const roomOf = (file: string) => relative(root, file).split('/')[0] ?? ''
  const rooms = new Map<string, Map<string, string>>()
  for (const name of await readdir(root, { recursive: true })) {
    if (!/\.tsx?$/u.test(name) || /\.test\.tsx?$/u.test(name)) continue
    const file = join(root, name)
    const text = await readFile(file, 'utf8')
    for (const [, path = ''] of text.matchAll(/(?:from |import\()'(\.[^']*)'/gu)) {
      const imported = resolve(file, '..', path)
      const [from, to] = [roomOf(file), roomOf(imported)]
      if (to === '..' || to === from) continue
      rooms.set(from, (rooms.get(from) ?? new Map()).set(to, `${name} imports ${relative(root, imported)}`))
    }
  }
  return rooms
}

/** The imports of one cycle between rooms; empty if there is none. */
function cycleIn(imports: Imports): string[] {
  const cleared = new Set<string>()
  const walk = (room: string, path: readonly string[]): string[] => {
    if (path.includes(room)) return [...path.slice(path.indexOf(room)), room]
    if (cleared.has(room)) return []
    for (const next of imports.get(room)?.keys() ?? []) {
      const cycle = walk(next, [...path, room])
      if (cycle.length > 0) return cycle
    }
    cleared.add(room)
    return []
  }
  for (const room of imports.keys()) {
    const cycle = walk(room, [])
    if (cycle.length > 0) return cycle.slice(1).map((to, at) => imports.get(cycle[at] ?? '')?.get(to) ?? '')
  }
  return []
}

test.each(['contract', 'domain', 'server', 'web', 'tools', 'bench'])(
  'the rooms of %s have no import cycle',
  async (folder) => {
    const imports = await importsIn(folder)
    expect(cycleIn(imports)).toEqual([])
  },
)

test('cycleIn gives the imports of a cycle', () => {
  const imports = new Map([
    ['a', new Map([['b', 'a to b']])],
    ['b', new Map([['c', 'b to c']])],
    ['c', new Map([['b', 'c to b']])],
  ])
  expect(cycleIn(imports)).toEqual(['b to c', 'c to b'])
})
