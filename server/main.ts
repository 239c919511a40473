import { start } from './start.ts'
import { describeStartupError } from './startup-error.ts'

/** Milliseconds from a stop signal until the process exits in any case. */
const stopTimeout = 9_500

const starting = start(process.env)

/** Stops the server. During startup it waits until the server has started, so that everything can be closed. */
function stop(): void {
  setTimeout(() => process.exit(1), stopTimeout).unref()
  starting.then((running) => running.close()).catch(() => process.exit(1))
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
// The IPC channel to a parent process closes when the parent is killed.
process.once('disconnect', stop)

try {
  await starting
} catch (error) {
  process.stderr.write(`${describeStartupError(error)}\n`)
  process.exit(1)
}
