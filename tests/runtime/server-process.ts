import { join } from 'node:path'
import { type ServerProcess, startServerProcess } from '../../tools/server/server-process.ts'
import { closeWhenDone } from './close-when-done.ts'
import { newDataFolder } from './data-folder.ts'

/**
 * Starts the built server as a child process until the test or the file is done. Resolves when it listens. Rejects with its
 * output when it ends earlier.
 *
 * The server gets a free port and, besides PATH, no variable of the test process. Unless `env` sets DATA_DIR, it gets a
 * temporary one.
 * @param build the folder from `ensureBuilt`
 */
export async function startServer(
  build: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
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
      ...env,
    },
  })
  closeWhenDone(() => server.stop())
  return server
}
