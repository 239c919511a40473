import { Worker } from 'node:worker_threads'
import type { EngineStart, FromEngine, ToEngine } from './engine-messages.ts'
import { entry } from './entry.ts'

/** Where the answers of one session go, or the reason why there will be none. */
export type SessionEnd = {
  answer(bytes: Uint8Array): void
  fail(reason: Error): void
}

type Listeners = {
  /** A line of PostgreSQL's own log. */
  onLog: (line: string) => void
  /** The engine died without having been closed; called once, after every session was failed. */
  onFailure: (reason: Error) => void
}

/** The engine's worker thread, seen from the main thread. */
export class EngineThread {
  readonly #worker: Worker
  readonly #syncs = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  readonly #sessions = new Map<number, SessionEnd>()
  readonly #listeners: Listeners
  /** Settles when the engine can answer. */
  readonly ready: Promise<void>
  /** Settles when the thread has ended, whatever the reason. */
  readonly ended: Promise<void>
  #lastSession = 0
  /** What PostgreSQL said last of its own death. */
  #lastWords: string | undefined
  #stopped: Error | undefined

  /** Starts the thread on the cluster in `directory`. */
  constructor(directory: string, listeners: Listeners) {
    this.#listeners = listeners
    const start: EngineStart = { directory, syncs: this.#syncs }
    const { url, execArgv } = entry('engine-worker')
    this.#worker = new Worker(url, {
      workerData: start,
      // A thread refuses those of the process's own options that are about memory.
      execArgv: [...process.execArgv.filter((it) => !it.startsWith('--max-')), ...execArgv],
      // Room for PostgreSQL's max_stack_depth, so that it refuses deep nesting with 54001; with a worker's usual
      // 4 MB the thread's own stack ends first, and the engine with it.
      resourceLimits: { stackSizeMb: 32 },
    })
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: FromEngine) => {
        if (message.kind === 'ready') resolve()
        else this.#receive(message)
      })
      this.#worker.once('exit', () =>
        reject(this.#stopped ?? new Error('The embedded database ended early.')),
      )
    })
    this.#worker.once('error', (error) => this.#stop(error.message))
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        if (code !== 0) this.#stop(`its thread ended with code ${code}`)
        resolve()
      })
    })
  }

  /** How many fsyncs reached the disk so far. */
  get syncCount(): number {
    return Atomics.load(new Int32Array(this.#syncs), 0)
  }

  /** Begins a session. On an engine that is down, it fails at once. */
  openSession(end: SessionEnd): number {
    this.#lastSession += 1
    const stopped = this.#stopped
    if (stopped === undefined) this.#sessions.set(this.#lastSession, end)
    else process.nextTick(() => end.fail(stopped))
    return this.#lastSession
  }

  /** One request as RequestFramer cuts them. */
  send(session: number, request: Uint8Array): void {
    this.#post({ kind: 'request', session, bytes: request })
  }

  /** Ends a session: what it left open is rolled back. */
  endSession(session: number): void {
    if (this.#sessions.delete(session)) this.#post({ kind: 'end', session })
  }

  /** Shutdown checkpoint, files closed, thread ended. */
  async close(): Promise<void> {
    this.#post({ kind: 'close' })
    await this.ended
    this.#stopped ??= new Error('The embedded database is closed.')
  }

  #post(message: ToEngine): void {
    this.#worker.postMessage(message, [])
  }

  #receive(message: Exclude<FromEngine, { kind: 'ready' }>): void {
    if (message.kind === 'answer') {
      this.#sessions.get(message.session)?.answer(message.bytes)
    } else if (message.kind === 'log') {
      this.#lastWords = /(?:PANIC|FATAL): .*/.exec(message.line)?.[0] ?? this.#lastWords
      this.#listeners.onLog(message.line)
    } else {
      this.#stop(message.cause)
    }
  }

  #stop(cause: string): void {
    if (this.#stopped !== undefined) return
    this.#stopped = new Error(
      `The embedded database stopped: ${this.#lastWords ?? cause}. Restart the server.`,
    )
    for (const end of this.#sessions.values()) end.fail(this.#stopped)
    this.#sessions.clear()
    this.#listeners.onFailure(this.#stopped)
  }
}
