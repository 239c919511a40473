import { Duplex } from 'node:stream'
import type { EngineThread } from './engine-thread.ts'
import { isGoodbye, RequestFramer } from './request-framer.ts'

/**
 * What `pg` takes for the socket of one connection; the embedded engine is at its other end. If the engine is
 * down or dies, the stream fails with its reason, and so does the query that waits on it.
 */
export class SessionStream extends Duplex {
  readonly #thread: EngineThread
  readonly #framer = new RequestFramer()
  readonly #session: number

  constructor(thread: EngineThread) {
    super()
    this.#thread = thread
    this.#session = thread.openSession({
      answer: (bytes) => this.push(bytes),
      fail: (reason) => this.destroy(reason),
    })
  }

  /** `pg` calls this with a host and a port, which mean nothing here. */
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {
    // The engine pushes: a client asks for one answer at a time and means to read it.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    for (const request of this.#framer.push(chunk)) {
      if (isGoodbye(request)) this.push(null)
      else this.#thread.send(this.#session, request)
    }
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#thread.endSession(this.#session)
    done(error)
  }
}
