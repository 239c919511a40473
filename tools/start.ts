import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { markInUse } from './build/build-retention.ts'
import { ensureBuilt } from './build.ts'
import { serverCommand } from './server/command.ts'
import { onParentExit } from './start/parent-exit.ts'

const build = await ensureBuilt()
// By the channel the server notices when this process is killed.
const server = spawn(process.execPath, serverCommand(build), {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
if (server.pid !== undefined) await markInUse(build, server.pid)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A terminal sends Ctrl+C to the server too; a second one would cut its orderly close short.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill('SIGTERM')
  })
}
// The shell in which npm runs a script passes no signal on: it just ends.
if (process.env['npm_lifecycle_event'] !== undefined) onParentExit(() => server.kill('SIGTERM'))
server.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
})
