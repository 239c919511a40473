import { start } from './start.ts'
import { whyNotStarted } from './why-not-started.ts'

try {
  const running = await start(process.env)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void running.close())
  }
} catch (error) {
  process.stderr.write(`${whyNotStarted(error)}\n`)
  process.exit(1)
}
