import { start } from './start.ts'
import { describeStartupError } from './startup-error.ts'

/** Milliseconds from a stop signal until the process exits in any case. */
const stopTimeout = 9_500

const serverStart = start(process.env)
let isStopping = false

/**
 * Stops the server. During startup it waits until the server has started, so that everything can be closed. Only the first call counts: a
 * terminal or a service manager may send a signal to a whole process group, so this process gets a second signal from `tools/start.ts`.
 */
function stop(): void {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), stopTimeout).unref()
  serverStart.then((running) => running.close()).catch(() => process.exit(1))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
// The IPC channel to a parent process closes when the parent is killed.
process.once('disconnect', stop)
// Because of this listener, Node would keep the process running while the channel is open, even after the shutdown. `unref` prevents this.
process.channel?.unref()

try {
  await serverStart
} catch (error) {
  process.stderr.write(`${describeStartupError(error)}\n`)
  process.exit(1)
}
