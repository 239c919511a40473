import { join } from 'node:path'
import { inject } from 'vitest'
import {
  ServerDidNotStart,
  type ServerProcess,
  startServerProcess,
} from '../../tools/server/server-process.ts'
import { noRateLimits } from './app.ts'
import { closeWhenDone } from './close-when-done.ts'
import { newDataFolder } from './data-folder.ts'

type Env = Readonly<Record<string, string>>

/**
 * Starts the built server as a child process. The end of the test or the file stops it. Resolves when the server listens. Rejects with the
 * server's output if the server ends earlier.
 *
 * The server gets a free port, no rate limits and, besides PATH, no variable of the test process. Unless `env` sets DATA_DIR, the server
 * gets a temporary folder.
 * @param build the folder from `ensureBuilt`. Default: this run's build.
 */
export async function startServer(env: Env = {}, build = inject('build')): Promise<ServerProcess> {
  const folder = await newDataFolder()
  const server = await startServerProcess(build, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      HOST: '127.0.0.1',
      PORT: '0',
      DRAIN_SECONDS: '0',
      DATA_DIR: join(folder, 'data'),
      ...noRateLimits,
      ...env,
    },
  })
  closeWhenDone(() => server.stop())
  return server
}

/** Returns the output of a server that does not start with these settings. Throws if the server starts. */
export async function outputOfFailedStart(env: Env, build?: string): Promise<string> {
  try {
    await (await startServer(env, build)).stop()
  } catch (error) {
    if (error instanceof ServerDidNotStart) return error.said
    throw error
  }
  throw new Error('The server started.')
}
