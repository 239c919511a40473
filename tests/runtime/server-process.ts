import { join } from 'node:path'
import { type ServerProcess, startServerProcess } from '../../tools/server/server-process.ts'
import { makeDataFolder, removeFolder } from './data-folder.ts'

/**
 * Starts the built server as a process of its own and resolves once it listens. Rejects with its output when it ends
 * before that.
 *
 * It gets a free port, an environment with nothing of the tests' in it but `env`, and a new DATA_DIR that is
 * removed with it unless `env` names one.
 * @param build the folder that `ensureBuilt` gave
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
