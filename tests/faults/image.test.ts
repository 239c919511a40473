import { chown, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { postgresUser } from '../../server/database/embedded/system-user.ts'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'
import { runProgram } from '../../tools/build/run-program.ts'
import { serverCommand, serverEnvironment } from '../../tools/server/command.ts'
import { startServerProcess } from '../../tools/server/server-process.ts'
import { closeWhenDone } from '../runtime/close-when-done.ts'
import { newDataFolder } from '../runtime/data-folder.ts'

/** A user without write access to the image. Undefined if the tests cannot use another user. */
const user = postgresUser()

const image = inject('image')
const data = join(await newDataFolder(), 'data')
await mkdir(data, { mode: 0o700 })
if (user !== undefined) await chown(data, user.uid, user.gid)
const env = {
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  DATA_DIR: data,
  HOST: '127.0.0.1',
  PORT: '0',
}
const server = await startServerProcess(image, { cwd: image, env, user })
closeWhenDone(() => server.kill())

/** Runs a command of the image as the server's user. */
function run(args: readonly string[]) {
  const port = new URL(server.url).port
  return runProgram(process.execPath, args, { cwd: image, env: { ...env, PORT: port }, ...user })
}

test('the server of an image runs with the embedded database and serves the page, without npm, sources or write access to the image', async () => {
  const [ready, page] = await Promise.all([fetch(`${server.url}/readyz`), fetch(`${server.url}/login`)])
  expect([ready.status, page.status, await page.text()]).toEqual([
    200,
    200,
    expect.stringContaining('</html>'),
  ])
})

test('the health check of the Dockerfile succeeds with a server, and fails without one', async () => {
  const [program, ...args] = await instruction('HEALTHCHECK')
  expect(program).toBe('node')
  expect(await run(args)).toMatchObject({ code: 0 })
  const away = await runProgram(process.execPath, args, { cwd: image, env: { ...env, PORT: '1' }, ...user })
  expect(away.code).not.toBe(0)
})

test('an image contains the admin command', async () => {
  const { output } = await run(['tools/admin.js', 'verify', 'nobody@minbar.example'])
  expect(output).toContain('There is no account nobody@minbar.example.')
})

test('an image contains the backup, restore, move and doctor commands', async () => {
  const [backup, restore, move, doctor] = await Promise.all([
    run(['tools/backup.js']),
    run(['tools/restore.js', 'no-such-file']),
    run(['tools/move-database.js']),
    run(['tools/doctor.js']),
  ])
  expect(backup).toMatchObject({ code: 0, output: expect.stringMatching(/minbar-.*\.tar\.gz\n\d+ rows/u) })
  expect(restore).toMatchObject({ code: 1, output: expect.stringContaining('no-such-file') })
  expect(move).toMatchObject({ code: 1, output: expect.stringContaining('MOVE_TO_URL') })
  expect(doctor.output).toMatch(/^ok +database/mu)
})

test('the Dockerfile starts the server with the same command and variables as the tools, and SIGTERM shuts it down gracefully', async () => {
  expect(await instruction('CMD')).toEqual(['node', ...serverCommand('')])
  expect(await variables()).toMatchObject(serverEnvironment)
  expect(await server.stop()).toBe(0)
})

/**
 * Returns the arguments of the last CMD or HEALTHCHECK. The instruction must have the exec form, because a shell would not forward
 * signals.
 */
async function instruction(name: 'CMD' | 'HEALTHCHECK'): Promise<string[]> {
  return JSON.parse(/CMD (\[.*\])$/u.exec(await lastLine(name))?.[1] ?? 'null')
}

/** Returns the environment variables that the Dockerfile sets. */
async function variables(): Promise<Record<string, string>> {
  const pairs = (await lastLine('ENV')).matchAll(/(\w+)=(\S+)/gu)
  return Object.fromEntries(Array.from(pairs, ([, name, value]) => [name, value]))
}

/** Returns the last instruction with this name. */
async function lastLine(name: string): Promise<string> {
  const text = (await readFile(join(repositoryFolder, 'Dockerfile'), 'utf8')).replaceAll('\\\n', '')
  return text.split('\n').findLast((line) => line.startsWith(`${name} `)) ?? ''
}
