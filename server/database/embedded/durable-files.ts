import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The part of Emscripten's NODEFS that this file leans on. */
type NodeFiles = {
  stream_ops: { fsync?: (file: { nfd: number }) => number }
  /** Turns an error of Node into the errno that PostgreSQL understands. */
  tryFSOperation: <T>(operation: () => T) => T
}

/**
 * PGlite's files on the disk, with the fsync that PGlite's own NodeFS leaves out: there PostgreSQL asks for
 * one at every commit and gets success for nothing. `onSync` is told of each that reached the disk.
 * An fsync that fails makes PostgreSQL panic, as it must: the page cache can't be trusted afterwards.
 */
export class DurableFiles extends NodeFS {
  readonly #onSync: () => void

  constructor(directory: string, onSync: () => void) {
    super(directory)
    this.#onSync = onSync
  }

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const hook = (module: { NODEFS: unknown }) => {
      const files = asNodeFiles(module.NODEFS)
      files.stream_ops.fsync = (file) => {
        files.tryFSOperation(() => fs.fsyncSync(file.nfd))
        this.#onSync()
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } }
  }
}

function asNodeFiles(nodefs: unknown): NodeFiles {
  if (!isNodeFiles(nodefs)) throw new Error('This PGlite keeps its files in another way than 0.5.16 did.')
  return nodefs
}

function isNodeFiles(nodefs: unknown): nodefs is NodeFiles {
  return typeof nodefs === 'object' && nodefs !== null && 'stream_ops' in nodefs && 'tryFSOperation' in nodefs
}
