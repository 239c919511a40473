import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noRateLimits } from '../tools/demo/no-rate-limits.ts'
import { type ServerProcess, startServerProcess } from '../tools/server/server-process.ts'

export interface ServerOptions {
  /** The folder for letters. If DATABASE_URL is not set, also the folder for the embedded database. */
  readonly DATA_DIR: string
  readonly DATABASE_URL?: string
  readonly DATABASE_POOLER?: 'transaction'
}

/** Starts the built server. The server gets only PATH from the environment of this process. */
export async function startServer(build: string, options: ServerOptions): Promise<ServerProcess> {
  return startServerProcess(build, {
    cwd: options.DATA_DIR,
    env: {
      PATH: process.env['PATH'],
      ...noRateLimits,
      HOST: '127.0.0.1',
      PORT: '0',
      DRAIN_SECONDS: '0',
      ...options,
    },
  })
}

/** Runs `work` with a temporary folder, then deletes the folder. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'minbar-bench-'))
  // If root starts PostgreSQL, PostgreSQL runs as another user. That user needs access to the folders inside this folder.
  await chmod(folder, 0o711)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs `work` with a server, then stops the server. Without a database URL, the server uses its embedded database. */
export function withServer<T>(
  build: string,
  databaseUrl: string | undefined,
  work: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
    const server = await startServer(build, { DATA_DIR: folder, ...database })
    try {
      return await work(server)
    } finally {
      await server.stop()
    }
  })
}
