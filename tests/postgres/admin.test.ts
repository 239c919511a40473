import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { lockDirectory } from '../../server/database/embedded/directory-lock.ts'
import { khateebIn } from '../runtime/crowd.ts'
import { openTestDatabase } from '../runtime/database.ts'

const run = promisify(execFile)
const tool = ['--import', 'tsx', 'tools/admin.ts']

function admin(args: readonly string[], env: Readonly<Record<string, string>>) {
  const { DATABASE_URL: _, ...rest } = process.env
  return run(process.execPath, [...tool, ...args], { env: { ...rest, ...env } })
}

test('an operator suspends an account from the command line, and is told what was done', async () => {
  const { database, url, close } = await openTestDatabase('postgres')
  onTestFinished(close)
  const { email, name } = await khateebIn(database)
  const env = { DATABASE_URL: url ?? '' }
  const said = await admin(['suspend', email], env)
  expect(said.stdout).toBe(`${name} (khateeb, ${email}): suspend: yes, sessions ended: 1\n`)
  const again = await admin(['suspend', email], env)
  expect(again.stdout).toBe(`${name} (khateeb, ${email}): suspend: yes, as it was\n`)
  const unknown = admin(['verify', 'nobody@minbar.example'], env)
  await expect(unknown).rejects.toMatchObject({
    code: 1,
    stderr: 'There is no account nobody@minbar.example.\n',
  })
})

test('while a server uses the embedded database, the command line is refused with a sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minbar-admin-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const lock = await lockDirectory(folder)
  onTestFinished(() => lock.release())
  await expect(admin(['verify', 'somebody@minbar.example'], { DATA_DIR: folder })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is in use by process'),
  })
})
