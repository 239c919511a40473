import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { cube } from '@electric-sql/pglite/contrib/cube'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFiles } from './durable-files.ts'

export type EngineParts = {
  directory: string
  /** Told of every fsync that reached the disk. */
  onSync: () => void
  /** A line of PostgreSQL's own log. */
  onLog: (line: string) => void
  /** PostgreSQL died (a panic, a trap): must not return, since nothing may be answered after it. */
  onFatal: (cause: unknown) => never
}

export type Engine = {
  /** Runs one startup packet, or a batch of protocol messages that ends in Query or Sync. */
  run(request: Uint8Array, answer: (bytes: Uint8Array<ArrayBuffer>) => void): Promise<void>
  /** Forgets the session: rolls back what is open, drops its settings. */
  endSession(): Promise<void>
  /** Shutdown checkpoint, files closed. */
  close(): Promise<void>
}

const SETTINGS = {
  // PGlite's NodeFS knows fsync but lets fdatasync, PostgreSQL's default, pass without doing anything.
  wal_sync_method: 'fsync',
  // 128 MB by default; of no use above what fits beside the operating system's own cache (0 ms lost, 115 MB won).
  shared_buffers: '16MB',
  // Errors go to the client that made them; their details hold people's data and stay out of the log.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  exit_on_error: 'off',
  io_method: 'sync',
  max_worker_processes: '0',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
}

/** PGlite's own start parameters without its `-F` (which turns fsync off), and with SETTINGS. */
const START = ['--single', '-O', '-j', ...Object.entries(SETTINGS).flatMap(([k, v]) => ['-c', `${k}=${v}`])]

/** PostgreSQL in this very thread. Creates the cluster when the directory is empty. */
export async function startEngine({ directory, onSync, onLog, onFatal }: EngineParts): Promise<Engine> {
  const pglite = await PGlite.create({
    fs: new DurableFiles(directory, onSync),
    extensions: { cube, btree_gist, pg_trgm },
    startParams: START,
    // 16 MB by default: each fresh segment is written out in full before its first commit.
    // max_connections and shared_buffers spare initdb the tries that find them out.
    initDbStartParams: ['--wal-segsize=4', '--set=max_connections=8', '--set=shared_buffers=16MB'],
    onStderr: (line) => {
      onLog(line)
      return false
    },
  })
  endOnFatal(pglite, onFatal)
  const run: Engine['run'] = (request, answer) =>
    // The bytes are a view of PostgreSQL's memory, which the next message overwrites.
    pglite.execProtocolRawStream(request, { syncToFs: false, onRawData: (view) => answer(view.slice()) })
  return {
    run,
    async endSession() {
      for (const statement of ['rollback', 'discard all']) await run(simpleQuery(statement), () => {})
    },
    close: () => pglite.close(),
  }
}

/** PGlite swallows whatever its main loop throws and goes on; only an SQL error's long jump is harmless. */
function endOnFatal(pglite: PGlite, onFatal: EngineParts['onFatal']): void {
  const errorJump = 100
  const module = pglite.Module
  const mainLoop = '_PostgresMainLoopOnce'
  const loopOnce = module[mainLoop]
  module[mainLoop] = () => {
    try {
      loopOnce()
    } catch (thrown) {
      if (
        typeof thrown === 'object' &&
        thrown !== null &&
        'status' in thrown &&
        thrown.status === errorJump
      ) {
        throw thrown
      }
      onFatal(thrown)
    }
  }
}

function simpleQuery(statement: string): Uint8Array {
  const text = Buffer.from(`${statement}\0`)
  const message = Buffer.alloc(5 + text.length)
  message.write('Q')
  message.writeInt32BE(4 + text.length, 1)
  text.copy(message, 5)
  return message
}
