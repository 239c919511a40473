import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'
import { runProgram } from '../../tools/build/run-program.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { listen } from '../runtime/listen.ts'
import { newDatabase } from '../runtime/postgres-database.ts'

/** Runs a command that starts the server, as a service manager does. */
async function startBy(command: string, args: readonly string[]) {
  const folder = await newDataFolder()
  const started = spawn(command, args, {
    cwd: repositoryFolder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      DATA_DIR: folder,
      DATABASE_URL: await newDatabase(),
      PORT: '0',
      DRAIN_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(started.stdout)) {
    const [, url] = /"url":"([^"]+)","msg":"listening"/u.exec(line) ?? []
    if (url !== undefined) return { started, url }
  }
  throw new Error('The command ended before the server listened.')
}

async function isAnswering(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`)
    .then(() => true)
    .catch(() => false)
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'sending %s to npm ends the server that npm has started',
  async (signal) => {
    const { started: npm, url } = await startBy('npm', ['start'])
    expect(await isAnswering(url)).toBe(true)
    npm.kill(signal)
    await once(npm, 'exit')
    await expect.poll(() => isAnswering(url), { interval: 100 }).toBe(false)
  },
)

test('the command of the systemd unit ends with exit code 0 after SIGTERM', async () => {
  const { started } = await startBy(process.execPath, ['--import', 'tsx', 'tools/start.ts'])
  started.kill('SIGTERM')
  expect(await once(started, 'exit')).toEqual([0, null])
})

test.each(['admin', 'backup', 'doctor', 'move', 'restore'])(
  'npm run %s -- --help prints the help of the command',
  async (name) => {
    const { code, output } = await runProgram('npm', ['run', '--silent', name, '--', '--help'], {
      cwd: repositoryFolder,
      env: { PATH: process.env['PATH'] },
    })
    expect([code, output]).toEqual([0, expect.stringContaining(`npm run ${name}`)])
  },
)

test('npm run dev refuses to start on the port of another server, so that this server gets no demo people', async () => {
  const calls: string[] = []
  const other = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
  const port = String(await listen(other))
  const { code, output } = await runProgram('npm', ['run', '--silent', 'dev'], {
    cwd: repositoryFolder,
    env: { PATH: process.env['PATH'], PORT: port },
  })
  expect([code, output]).toEqual([1, expect.stringContaining(`Port ${port} is in use`)])
  expect(calls).toEqual(['GET /healthz'])
})
