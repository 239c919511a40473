/** What the worker is started with. */
export type EngineStart = {
  /** The cluster's directory. */
  directory: string
  /** One Int32: how many fsyncs reached the disk. */
  syncs: SharedArrayBuffer
}

/** From the main thread to the worker. A session is one connection of the pool. */
export type ToEngine =
  | { kind: 'request'; session: number; bytes: Uint8Array }
  | { kind: 'end'; session: number }
  | { kind: 'close' }

/** From the worker to the main thread. */
export type FromEngine =
  | { kind: 'ready' }
  | { kind: 'answer'; session: number; bytes: Uint8Array }
  | { kind: 'log'; line: string }
  | { kind: 'failed'; cause: string }
