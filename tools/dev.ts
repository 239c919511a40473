// Runs the server and the page from the sources, with demo people in the database. After a change of a file, the server restarts and the
// page reloads.

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { packageProgram, repositoryFolder } from './build/repository-paths.ts'
import { exitIfUnwritable } from './build/unwritable-repository.ts'
import { buildData } from './build-data.ts'
import { fillDemo, signInTable } from './demo/fill.ts'
import { noRateLimits } from './demo/no-rate-limits.ts'
import { samplePeople } from './demo/sample-people.ts'

const pageUrl = 'http://localhost:5173'
const port = process.env['PORT'] || '8080'
const serverUrl = `http://localhost:${port}`
const khateebCount = 30

const fetchHealth = () => fetch(`${serverUrl}/healthz`).catch(() => undefined)

if ((await fetchHealth()) !== undefined) {
  // Stops here if another server has this port. Otherwise that server's database would get the demo people, whose password is known.
  console.error(`Port ${port} is in use: stop the program that listens on it, or set PORT to another port.`)
  process.exit(1)
}

try {
  buildData()
} catch (error) {
  exitIfUnwritable(error)
}

let isStopping = false
const parts: ChildProcess[] = [
  // web/vite.config.ts forwards the calls of the page to this port.
  run('tsx', ['watch', 'server/main.ts'], '.', {
    ...noRateLimits,
    PORT: port,
    PUBLIC_URL: pageUrl,
    MAILBOX: 'yes',
  }),
  run('vite', [], 'web'),
]
for (const part of parts) {
  part.on('exit', (code) => {
    process.exitCode ??= code ?? 0
    stopParts()
  })
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // In a terminal, Ctrl+C also signals the parts, so this process must not signal them again.
    if (signal === 'SIGINT' && process.stdin.isTTY) isStopping = true
    stopParts()
  })
}

/** Stops all parts. Only the first call sends the signal, because a second signal makes `tsx watch` kill the server during its shutdown. */
function stopParts(): void {
  if (isStopping) return
  isStopping = true
  for (const part of parts) part.kill()
}

fillServer().then(
  (people) => console.log(`\n${people}\n\nPage ${pageUrl}, letters ${serverUrl}/mailbox\n`),
  (error: unknown) => console.warn('Filling the database with demo people failed:', error),
)

/**
 * Waits until the server answers, then fills its database with demo people. Returns a table of accounts to sign in with. For existing
 * people, only adds missing Fridays.
 */
async function fillServer(): Promise<string> {
  // The timer must not keep this process running after the server has ended.
  while (!(await fetchHealth())?.ok) await new Promise((resolve) => setTimeout(resolve, 500).unref())
  // Progress is not shown, because it would mix with the logs of the server and of Vite.
  return signInTable(await fillDemo(serverUrl, samplePeople(khateebCount), { write: () => {} }))
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
