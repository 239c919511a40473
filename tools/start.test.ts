import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { postgresUser } from '../server/database/embedded/system-user.ts'
import { createSmallRepository } from '../tests/runtime/small-repository.ts'
import { runProgram } from './build/run-program.ts'

const serverScript = `
  process.on('SIGTERM', () => {
    console.log('closing in order')
    process.exit(7)
  })
  setInterval(() => {}, 1000)
  console.log('listening')
`

/** A user that may not write to the files of this one: another user if this one is root. */
const user = postgresUser()

test('npm start names the folder and the remedy if this user may not write to the repository', async () => {
  const repository = await createSmallRepository()
  await chmod(repository, 0o555)
  const run = () =>
    runProgram(process.execPath, ['--import', 'tsx', 'tools/start.ts'], {
      cwd: repository,
      ...(user && { uid: user.uid, gid: user.gid }),
    })
  const refusal = {
    code: 1,
    output: expect.stringMatching(
      `^This user may not use ${repository}/\\S+: run chown -R \\S+ ${repository} as root\\.\\n$`,
    ),
  }
  expect(await run()).toEqual(refusal)
  await mkdir(join(repository, '.build'))
  await chmod(join(repository, '.build'), 0o555)
  expect(await run()).toEqual(refusal)
})

test('npm start builds, forwards SIGTERM to the server, and exits with the exit code of the server', async () => {
  const repository = await createSmallRepository()
  await writeFile(join(repository, 'server', 'main.ts'), serverScript)
  const start = spawn(process.execPath, ['--import', 'tsx', 'tools/start.ts'], { cwd: repository })
  const said: string[] = []
  start.stdout.on('data', (chunk: Buffer) => {
    said.push(chunk.toString())
    if (chunk.toString().includes('listening')) start.kill('SIGTERM')
  })
  await once(start, 'close')
  expect(said.join('')).toBe('listening\nclosing in order\n')
  expect(start.exitCode).toBe(7)
})
