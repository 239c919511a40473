/** Query, Sync, Flush and Terminate: what makes PostgreSQL act on what came before. */
const ENDS_A_REQUEST = new Set(['Q', 'S', 'H', 'X'].map((letter) => letter.charCodeAt(0)))

/**
 * Cuts what a PostgreSQL client writes into requests that the engine can run to their end: the startup packet,
 * then batches of protocol messages that end in Query, Sync, Flush or Terminate.
 * PGlite would answer half a batch as if it were whole.
 */
export class RequestFramer {
  #pending = Buffer.alloc(0)
  /** Where the next message begins that has not been seen whole. */
  #next = 0
  #started = false

  push(bytes: Uint8Array): Buffer[] {
    this.#pending = this.#pending.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#pending, bytes])
    const requests: Buffer[] = []
    for (;;) {
      const type = this.#started ? this.#pending[this.#next] : undefined
      const lengthAt = this.#started ? this.#next + 1 : this.#next
      if (this.#pending.length < lengthAt + 4) return requests
      const end = lengthAt + this.#pending.readInt32BE(lengthAt)
      if (this.#pending.length < end) return requests
      this.#next = end
      if (type === undefined || ENDS_A_REQUEST.has(type)) {
        requests.push(this.#pending.subarray(0, end))
        this.#pending = this.#pending.subarray(end)
        this.#next = 0
        this.#started = true
      }
    }
  }
}

/** Terminate: the client says goodbye. */
export function isGoodbye(request: Buffer): boolean {
  return request[0] === 'X'.charCodeAt(0)
}
