import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A child process of the benchmark that returns an answer to each message. */
export class WorkerProcess<Message extends object, Answer> {
  readonly #child: ChildProcess

  /** @param file a TypeScript file in this folder */
  constructor(file: string) {
    this.#child = fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' })
  }

  /** Sends a message and returns the answer. Rejects if the process ends before it answers. */
  async ask(message: Message): Promise<Answer> {
    const gone = new AbortController()
    this.#child.send(message)
    try {
      return await Promise.race([
        once(this.#child, 'message', { signal: gone.signal }).then((answers): Answer => answers[0]),
        once(this.#child, 'exit', { signal: gone.signal }).then(() => {
          throw new Error('A process of the benchmark ended before it answered.')
        }),
      ])
    } finally {
      gone.abort()
    }
  }

  stop(): void {
    this.#child.kill()
  }
}
