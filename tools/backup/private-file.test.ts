import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { newDataFolder } from '../../tests/runtime/data-folder.ts'
import { writePrivateFile } from './private-file.ts'

const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)

async function folderOf(names: readonly string[]): Promise<string> {
  const folder = await newDataFolder()
  for (const name of names) {
    await writeFile(join(folder, name), 'theirs')
    await utimes(join(folder, name), twoHoursAgo, twoHoursAgo)
  }
  return folder
}

async function writeIn(folder: string): Promise<string> {
  const path = join(folder, 'backup.tar.gz')
  await writePrivateFile(
    path,
    (into) => pipeline(['rows'], into),
    async () => {},
  )
  return path
}

test('writePrivateFile removes the drafts of killed backups if the drafts are older than an hour', async () => {
  const folder = await folderOf(['.backup.tar.gz.unfinished-0123456789ab', '.old.gz.unfinished-ba9876543210'])
  expect(await readFile(await writeIn(folder), 'utf8')).toBe('rows')
  expect(await readdir(folder)).toEqual(['backup.tar.gz'])
})

test('writePrivateFile keeps files whose names only resemble a draft, and folders and links with the name of a draft', async () => {
  const lookAlikes = [
    '.letter.unfinished-',
    '.letter.unfinished-draft',
    '.letter.unfinished-0123456789ab.txt',
    '.letter.unfinished-0123456789abc',
    '.letter.unfinished-0123456789AB',
    '.unfinished-0123456789ab',
    'letter.unfinished-0123456789ab',
  ]
  const folder = await folderOf(lookAlikes)
  await mkdir(join(folder, '.folder.unfinished-0123456789ab'))
  await utimes(join(folder, '.folder.unfinished-0123456789ab'), twoHoursAgo, twoHoursAgo)
  await symlink('letter.unfinished-0123456789ab', join(folder, '.link.unfinished-0123456789ab'))
  const before = await readdir(folder)
  await writeIn(folder)
  expect(new Set(await readdir(folder))).toEqual(new Set([...before, 'backup.tar.gz']))
})
