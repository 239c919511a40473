import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { packageProgram, repositoryFolder } from './build/repository-paths.ts'
import { buildData } from './build-data.ts'
import { fillDevServer } from './demo/fill-dev-server.ts'
import { withoutLimits } from './demo/temporary-server.ts'

/**
 * Runs the server and the page from the sources, with demo people in the database. The server restarts and the page reloads
 * when a file changes.
 */
buildData()

const page = 'http://localhost:5173'
const server = 'http://localhost:8080'

const parts: ChildProcess[] = [
  // web/vite.config.ts proxies the page's calls to this port.
  run('tsx', ['watch', 'server/main.ts'], '.', {
    ...withoutLimits,
    PORT: '8080',
    PUBLIC_URL: page,
    MAILBOX: 'yes',
  }),
  run('vite', [], 'web'),
]
for (const part of parts) {
  part.on('exit', (code) => {
    process.exitCode ??= code ?? 0
    for (const other of parts) other.kill()
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const part of parts) part.kill(signal)
  })
}

fillDevServer(server).then(
  (people) => console.log(`\n${people}\n\nPage ${page}, letters ${server}/mailbox\n`),
  (error: unknown) => console.warn('Filling the database with demo people failed:', error),
)

function run(
  program: string,
  args: readonly string[],
  folder: string,
  env: Record<string, string> = {},
): ChildProcess {
  return spawn(packageProgram(program), [...args], {
    cwd: join(repositoryFolder, folder),
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
}
