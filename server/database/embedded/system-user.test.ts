import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { firstInaccessibleFolder, unprivilegedUser } from './system-user.ts'

const root = 'root:x:0:0:root:/root:/bin/bash'
const daemon = 'daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin'
const nobody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin'
const minbar = 'minbar:x:990:990::/var/lib/minbar:/usr/sbin/nologin'

function postgresUserNameIn(...lines: readonly string[]): string | undefined {
  return unprivilegedUser([...lines, ''].join('\n'))?.name
}

test('PostgreSQL runs as the user minbar, else as nobody, else as any other user except root', () => {
  expect(postgresUserNameIn(root, daemon, nobody, minbar)).toBe('minbar')
  expect(postgresUserNameIn(root, daemon, nobody)).toBe('nobody')
  expect(postgresUserNameIn(root, daemon)).toBe('daemon')
  expect(postgresUserNameIn(root)).toBeUndefined()
})

test('firstInaccessibleFolder finds the outermost folder that a user may not enter', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minbar-user-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const inside = join(folder, 'open', 'inside')
  await mkdir(inside, { recursive: true })
  const stranger = { name: 'stranger', uid: 4_242, gid: 4_242 }
  expect(await firstInaccessibleFolder(inside, stranger)).toBe(folder)
  await chmod(folder, 0o711)
  expect(await firstInaccessibleFolder(inside, stranger)).toBeUndefined()
  const owner = { name: 'owner', uid: process.getuid?.() ?? 0, gid: 0 }
  expect(await firstInaccessibleFolder(inside, owner)).toBeUndefined()
})
