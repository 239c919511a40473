import { join } from 'node:path'
import { type ServerProcess, startServerProcess } from '../../tools/server/server-process.ts'
import { makeDataFolder, removeFolder } from './data-folder.ts'

/**
 * Starts the built server as a child process, and resolves when it listens. Rejects with its output when it ends earlier.
 *
 * The server gets a free port and, besides PATH, no variable of the test process. Unless `env` sets DATA_DIR, it gets a
 * temporary one, which `stop` and `kill` remove.
 * @param build the folder from `ensureBuilt`
 */
export async function startServer(
  build: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const folder = await makeDataFolder()
  const inherited = { PATH: process.env['PATH'], HOME: folder }
  const clear = () => removeFolder(folder)
  const server = await startServerProcess(build, {
    cwd: folder,
    env: {
      ...inherited,
      HOST: '127.0.0.1',
      PORT: '0',
      DRAIN_SECONDS: '0',
      DATA_DIR: join(folder, 'data'),
      ...env,
    },
  }).catch(async (error: unknown) => {
    await clear()
    throw error
  })
  return {
    ...server,
    async stop() {
      const code = await server.stop()
      await clear()
      return code
    },
    async kill() {
      await server.kill()
      await clear()
    },
  }
}
