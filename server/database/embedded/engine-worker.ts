import { parentPort, workerData } from 'node:worker_threads'
import { startEngine } from './engine.ts'
import type { EngineStart, FromEngine, ToEngine } from './engine-messages.ts'

/** The worker thread's entry: PostgreSQL runs here, so that no query holds up the server's event loop. */
async function main(start: EngineStart): Promise<void> {
  const port = parentPort
  if (port === null) throw new Error('engine-worker.ts is the entry of a worker thread')
  const tell = (message: FromEngine) => port.postMessage(message)
  const syncs = new Int32Array(start.syncs)

  const engine = await startEngine({
    directory: start.directory,
    onSync: () => Atomics.add(syncs, 0, 1),
    onLog: (line) => tell({ kind: 'log', line }),
    onFatal: (cause) => {
      tell({ kind: 'failed', cause: String(cause) })
      // In a worker this ends the thread at once: no answer leaves it after a failure.
      process.exit(1)
    },
  })

  const handle = async (message: ToEngine) => {
    if (message.kind === 'request') {
      const { session } = message
      await engine.run(message.bytes, (bytes) =>
        port.postMessage({ kind: 'answer', session, bytes }, [bytes.buffer]),
      )
    } else if (message.kind === 'end') {
      await engine.endSession()
    } else {
      await engine.close()
      process.exit(0)
    }
  }
  // One after another, also where the handling of one has to wait.
  let last = Promise.resolve()
  port.on('message', (message: ToEngine) => {
    last = last.then(() => handle(message))
  })
  tell({ kind: 'ready' })
}

await main(workerData)
