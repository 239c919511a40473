import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'

/** By room (a folder, or a file beside the folders) the rooms that it imports from, each with one of the imports. */
type Imports = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Of a part of the house. */
async function importsIn(part: string): Promise<Imports> {
  const root = join(repositoryFolder, part)
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

/** The imports by which rooms import each other in a circle; empty where none do. */
function circleIn(imports: Imports): string[] {
  const cleared = new Set<string>()
  const walk = (room: string, path: readonly string[]): string[] => {
    if (path.includes(room)) return [...path.slice(path.indexOf(room)), room]
    if (cleared.has(room)) return []
    for (const next of imports.get(room)?.keys() ?? []) {
      const circle = walk(next, [...path, room])
      if (circle.length > 0) return circle
    }
    cleared.add(room)
    return []
  }
  for (const room of imports.keys()) {
    const circle = walk(room, [])
    if (circle.length > 0)
      return circle.slice(1).map((to, at) => imports.get(circle[at] ?? '')?.get(to) ?? '')
  }
  return []
}

test.each(['contract', 'domain', 'server', 'web', 'tools', 'bench'])(
  'no two rooms of %s import each other, directly or through others',
  async (part) => {
    const imports = await importsIn(part)
    expect(circleIn(imports)).toEqual([])
  },
)

test('a circle of rooms is found, and named by its imports', () => {
  const imports = new Map([
    ['a', new Map([['b', 'a to b']])],
    ['b', new Map([['c', 'b to c']])],
    ['c', new Map([['b', 'c to b']])],
  ])
  expect(circleIn(imports)).toEqual(['b to c', 'c to b'])
})
