import { once } from 'node:events'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDataFolder } from '../../../tests/runtime/data-folder.ts'
import { quietLog } from '../../../tests/runtime/embedded-database.ts'
import { replaceEmbeddedDatabase } from './replace-database.ts'

/** Replaces the database of a folder with an empty one. */
function replace(dataDir: string, fill = async () => {}, putAside = true) {
  return replaceEmbeddedDatabase({ dataDir, putAside, log: quietLog }, fill)
}

test('a second restore into a folder is refused while the first runs, and the first completes', async () => {
  const folder = await newDataFolder()
  const filling = new AbortController()
  const filled = once(filling.signal, 'abort')
  const first = replace(folder, async () => void (await filled))
  // PostgreSQL does not run yet, so the staging folder is the only sign of the first restore.
  await expect.poll(() => readdir(folder), { interval: 5 }).toHaveLength(1)
  const [draft = ''] = await readdir(folder)
  await expect(replace(folder)).rejects.toThrow(
    `Another restore into ${folder} is under way, in ${join(folder, draft)}: ` +
      'wait until it ends, and run this one again if it is still needed.',
  )
  filling.abort()
  await first
  expect(await readdir(folder)).toEqual(['postgres'])
})

test('at most one of two concurrent restores into a folder succeeds', async () => {
  const folder = await newDataFolder()
  const filled: string[] = []
  const ends = await Promise.allSettled(
    ['one', 'other'].map((name) => replace(folder, async () => void filled.push(name))),
  )
  const done = ends.filter(({ status }) => status === 'fulfilled').length
  expect(done).toBeLessThanOrEqual(1)
  expect(filled).toHaveLength(done)
  expect(await readdir(folder)).toHaveLength(done)
})

test('a restore removes the staging folder of a killed restore, and no folder with a similar name', async () => {
  const folder = await newDataFolder()
  const lookAlikes = [
    'restoring-',
    'restoring-photos',
    'restoring-0123456789ab.tar.gz',
    'restoring-0123456789abc',
    'restoring-0123456789AB',
    'my-restoring-0123456789ab',
  ]
  for (const name of ['restoring-0123456789ab', ...lookAlikes]) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'rows'), 'of people')
  }
  await writeFile(join(folder, 'restoring-00000000000f'), 'a file')
  await symlink('restoring-photos', join(folder, 'restoring-00000000000a'))
  await replace(folder)
  const others = ['postgres', 'restoring-00000000000a', 'restoring-00000000000f']
  expect(new Set(await readdir(folder))).toEqual(new Set([...lookAlikes, ...others]))
  expect(await readFile(join(folder, 'restoring-photos', 'rows'), 'utf8')).toBe('of people')
})

test("a restore moves other files in the database's folder aside", async () => {
  const folder = await newDataFolder()
  await mkdir(join(folder, 'postgres', 'data.bad'), { recursive: true })
  await writeFile(join(folder, 'postgres', 'data.bad', 'PG_VERSION'), '18')
  const { putAside } = await replace(folder, undefined, false)
  expect(await readFile(join(putAside ?? '', 'data.bad', 'PG_VERSION'), 'utf8')).toBe('18')
})
