import { start } from './start.ts'
import { describeStartupError } from './startup-error.ts'

/** Milliseconds after which a server that was asked to end is gone, whatever it waits for. */
const endsWithin = 9_500

const starting = start(process.env)

/** Ends the server. One that is starting ends once it has started, so that nothing is left half open. */
function stop(): void {
  setTimeout(() => process.exit(1), endsWithin).unref()
  starting.then((running) => running.close()).catch(() => process.exit(1))
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
// The channel to the process that started it, if there is one, closes when that process is killed.
process.once('disconnect', stop)

try {
  await starting
} catch (error) {
  process.stderr.write(`${describeStartupError(error)}\n`)
  process.exit(1)
}
