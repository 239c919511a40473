import { existsSync } from 'node:fs'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDataFolder } from '../../tests/runtime/data-folder.ts'
import { markInUse, pruneBuilds } from './build-retention.ts'

async function folderOf(builds: Record<string, number>): Promise<string> {
  const folder = await newDataFolder()
  for (const [name, hoursAgo] of Object.entries(builds)) {
    await mkdir(join(folder, name))
    await age(join(folder, name), hoursAgo)
  }
  return folder
}

async function age(path: string, hoursAgo: number): Promise<void> {
  const then = new Date(Date.now() - hoursAgo * 3_600_000)
  await utimes(path, then, then)
}

const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(16))
const sixBuilds = Object.fromEntries(names.map((name, hoursAgo) => [name, hoursAgo]))

test('pruneBuilds keeps the four most recently used builds', async () => {
  const folder = await folderOf(sixBuilds)
  await pruneBuilds(folder)
  expect(names.map((name) => existsSync(join(folder, name)))).toEqual([true, true, true, true, false, false])
})

test('pruneBuilds keeps an old build that a running process uses', async () => {
  const folder = await folderOf(sixBuilds)
  const [oldest = '', older = ''] = names.toReversed()
  await markInUse(join(folder, oldest), process.pid)
  await age(join(folder, oldest), 6)
  await pruneBuilds(folder)
  expect(existsSync(join(folder, oldest))).toBe(true)
  expect(existsSync(join(folder, older))).toBe(false)
})

test('pruneBuilds deletes old unfinished builds, and keeps recent ones and other folders', async () => {
  const [abandoned, recent] = [`${'a'.repeat(16)}.draft-1`, `${'a'.repeat(16)}.draft-2`]
  const folder = await folderOf({ [abandoned]: 2, [recent]: 0, types: 9 })
  await pruneBuilds(folder)
  expect((await readdir(folder)).toSorted()).toEqual([recent, 'types'])
})
