import { chown, lchown, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { newDataFolder } from '../../../tests/runtime/data-folder.ts'
import { openAndClose, quietLog } from '../../../tests/runtime/embedded-database.ts'
import { replaceEmbeddedDatabase } from './replace-database.ts'
import { isRoot } from './system-user.ts'

/** The id of a user that every Linux has ("daemon" or "bin"), and that `postgresUser` does not choose by default. */
const owner = 1

const ownerOf = async (path: string) => (await stat(path)).uid

async function newFolderOfOwner(): Promise<string> {
  const folder = await newDataFolder()
  await chown(folder, owner, owner)
  return folder
}

describe("root with another user's data folder", () => {
  beforeEach(({ skip }) => {
    skip(!isRoot() || process.platform !== 'linux', 'the tests do not run as root on Linux')
  })

  test('runs PostgreSQL as the owner and does not overwrite the target of a symbolic link', async () => {
    const folder = await newFolderOfOwner()
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

  test('restores the database into files that belong to the owner', async () => {
    const folder = await newFolderOfOwner()
    await replaceEmbeddedDatabase({ dataDir: folder, putAside: false, log: quietLog }, async () => undefined)
    expect(await ownerOf(join(folder, 'postgres'))).toBe(owner)
    expect(await ownerOf(join(folder, 'postgres', 'data'))).toBe(owner)
  })

  test('refuses a symbolic link that the owner made', async () => {
    const folder = await newFolderOfOwner()
    const elsewhere = join(folder, 'elsewhere')
    await mkdir(elsewhere)
    await symlink(elsewhere, join(folder, 'postgres'))
    await lchown(join(folder, 'postgres'), owner, owner)
    await expect(openAndClose(folder)).rejects.toThrow(
      `${folder}/postgres is a symbolic link that another user made, which root does not follow`,
    )
    expect(await ownerOf(elsewhere)).toBe(0)
  })
})
