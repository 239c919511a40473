import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { markInUse } from './build/in-use.ts'
import { ensureBuilt } from './build.ts'
import { serverCommand } from './server/command.ts'

const build = await ensureBuilt()
const server = spawn(process.execPath, serverCommand(build), { stdio: 'inherit' })
if (server.pid !== undefined) await markInUse(build, server.pid)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A terminal sends Ctrl+C to the server too; a second one would cut its orderly close short.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal)
  })
}
server.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
})
