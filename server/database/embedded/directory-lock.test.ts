import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DirectoryInUseError, lockDirectory } from './directory-lock.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lock-'))
})

afterEach(() => rm(directory, { recursive: true }))

test('one holds it, the next is refused until it is released', async () => {
  const lock = await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toThrow(DirectoryInUseError)
  await lock.release()
  await (await lockDirectory(directory)).release()
  expect(await readdir(join(directory, 'lock'))).toEqual([])
})

test('of many that come at once, one gets it', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => lockDirectory(directory)))
  const locks = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(locks).toHaveLength(1)
  await Promise.all(locks.map((lock) => lock.release()))
})

test('a path longer than a socket may have is no hindrance', async () => {
  const deep = join(directory, 'd'.repeat(100), 'e'.repeat(100))
  await mkdir(deep, { recursive: true })
  const lock = await lockDirectory(deep)
  await expect(lockDirectory(deep)).rejects.toThrow(deep)
  await lock.release()
})
