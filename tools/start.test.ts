import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { postgresUser } from '../server/database/embedded/system-user.ts'
import { createSmallRepository } from '../tests/runtime/small-repository.ts'
import { repositoryFolder } from './build/repository-paths.ts'
import { runProgram } from './build/run-program.ts'

const serverScript = `
  process.on('SIGTERM', () => {
    console.log('closing in order')
    process.exit(7)
  })
  setInterval(() => {}, 1000)
  console.log('listening')
`

/** The user that runs `npm start`. If the test runs as root, this is another user, who may not write to root's files. */
const user = postgresUser()

/** Runs a tool as a user that may not write to the repository. */
function runAsOther(repository: string, tool: string, ...args: readonly string[]) {
  return runProgram(process.execPath, ['--import', 'tsx', `tools/${tool}.ts`, ...args], {
    cwd: repository,
    // `npm run dev` stops early if its port is in use. Nothing listens on this port.
    env: { ...process.env, PORT: '1' },
    ...(user && { uid: user.uid, gid: user.gid }),
  })
}

/** The result of a tool that refuses to run because its user may not write to the repository. */
const refusalFor = (repository: string) => ({
  code: 1,
  output: expect.stringMatching(
    `^This user may not use ${repository}/\\S+: run chown -R \\S+ ${repository} as root\\.\\n$`,
  ),
})

test('npm start names the folder and the remedy if the user may not write to the repository', async () => {
  const repository = await createSmallRepository()
  await chmod(repository, 0o555)
  expect(await runAsOther(repository, 'start')).toEqual(refusalFor(repository))
  await mkdir(join(repository, '.build'))
  await chmod(join(repository, '.build'), 0o555)
  expect(await runAsOther(repository, 'start')).toEqual(refusalFor(repository))
})

test('npm run dev, the demo and the image tool name the folder and the remedy if the user may not write to the repository', async () => {
  const repository = await createSmallRepository()
  for (const folder of ['contract', 'domain', 'server'])
    await cp(join(repositoryFolder, folder), join(repository, folder), { recursive: true })
  // Without this generated file, `npm run dev` has to write it.
  await rm(join(repository, 'server', 'verse', 'verses.generated.json'))
  for (const folder of ['.', 'server/verse']) await chmod(join(repository, folder), 0o555)
  for (const [tool, ...args] of [['dev'], ['demo'], ['image', 'image-folder']] as const)
    expect(await runAsOther(repository, tool, ...args)).toEqual(refusalFor(repository))
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
