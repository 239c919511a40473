import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { packageProgram, repositoryFolder } from './build/repository.ts'
import { buildData } from './build-data.ts'

/** Serves from the sources: the server restarts and the page reloads when their files change. */
buildData()

const parts: ChildProcess[] = [
  // web/vite.config.ts sends the page's calls to this port.
  run('tsx', ['watch', 'server/main.ts'], '.', { PORT: '8080', PUBLIC_URL: 'http://localhost:5173' }),
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
