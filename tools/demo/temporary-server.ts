import { ensureBuilt } from '../build.ts'
import { type ServerProcess, startServerProcess } from '../server/server-process.ts'
import { noRateLimits } from './no-rate-limits.ts'

/**
 * Starts the built server on a free port, with the database of the environment (DATABASE_URL, or the embedded database in DATA_DIR). Links
 * in letters have the address of `npm start`.
 * @param changes environment variables that replace the caller's
 */
export async function startTemporaryServer(
  changes: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const env = { ...process.env, ...changes }
  return startServerProcess(await ensureBuilt(), {
    cwd: process.cwd(),
    env: {
      ...env,
      ...noRateLimits,
      HOST: '127.0.0.1',
      PORT: '0',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'info',
      PUBLIC_URL: env['PUBLIC_URL'] || `http://localhost:${env['PORT'] || '8080'}`,
    },
  })
}
