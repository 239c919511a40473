import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { markInUse } from './build/build-retention.ts'
import { exitIfUnwritable } from './build/unwritable-repository.ts'
import { ensureBuilt } from './build.ts'
import { serverCommand, serverEnvironment } from './server/command.ts'
import { onParentExit } from './start/parent-exit.ts'

const build = await ensureBuilt().catch(exitIfUnwritable)
// If this process is killed, the IPC channel closes, and the server ends.
const server = spawn(process.execPath, serverCommand(build), {
  env: { ...serverEnvironment, ...process.env },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
if (server.pid !== undefined) await markInUse(build, server.pid)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => server.kill('SIGTERM'))
}
// npm runs a script in a shell. When the shell gets a signal, it ends and does not forward the signal.
if (process.env['npm_lifecycle_event'] !== undefined) onParentExit(() => server.kill('SIGTERM'))
server.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
})
