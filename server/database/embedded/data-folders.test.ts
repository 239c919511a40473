import { chown, lchown, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { newDataFolder } from '../../../tests/runtime/new-data-folder.ts'
import { openEmbedded } from './open.ts'
import { replaceEmbedded } from './replace-database.ts'
import { isRoot } from './system-user.ts'

const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** The user "daemon" of every Linux; PostgreSQL would run as another one if it had the choice. */
const owner = 1

const ownerOf = async (path: string) => (await stat(path)).uid

async function folderOfOwner(): Promise<string> {
  const folder = await newDataFolder()
  await chown(folder, owner, owner)
  return folder
}

async function openAndClose(dataDir: string): Promise<void> {
  const opened = await openEmbedded({ dataDir, connections: 1, log })
  await opened.close()
}

describe("root in another user's folder", () => {
  beforeEach(({ skip }) => {
    skip(!isRoot() || process.platform !== 'linux', 'the tests do not run as root on Linux')
  })

  test('runs PostgreSQL as the owner, and writes over no file that a link leads to', async () => {
    const folder = await folderOfOwner()
    const secret = join(folder, 'secret-of-root')
    await writeFile(secret, 'secret')
    await mkdir(join(folder, 'postgres'), { mode: 0o700 })
    await symlink(secret, join(folder, 'postgres', 'password'))
    await chown(join(folder, 'postgres'), owner, owner)
    await openAndClose(folder)
    expect([await readFile(secret, 'utf8'), await ownerOf(secret)]).toEqual(['secret', 0])
    const paths = ['postgres', 'postgres/password', 'postgres/data', 'postgres/data/minbar-files']
    const owners = await Promise.all(paths.map((path) => ownerOf(join(folder, path))))
    expect(owners).toEqual(paths.map(() => owner))
  })

  test('restores a database that the owner can use', async () => {
    const folder = await folderOfOwner()
    await replaceEmbedded({ dataDir: folder, putAside: false, log }, async () => undefined)
    expect(await ownerOf(join(folder, 'postgres'))).toBe(owner)
    expect(await ownerOf(join(folder, 'postgres', 'data'))).toBe(owner)
  })

  test('follows no link that the owner made', async () => {
    const folder = await folderOfOwner()
    const elsewhere = join(folder, 'elsewhere')
    await mkdir(elsewhere)
    await symlink(elsewhere, join(folder, 'postgres'))
    await lchown(join(folder, 'postgres'), owner, owner)
    await expect(openAndClose(folder)).rejects.toThrow(
      `${folder}/postgres is a link that another user made, which root does not follow`,
    )
    expect(await ownerOf(elsewhere)).toBe(0)
  })
})
