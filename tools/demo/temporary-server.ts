import { ensureBuilt } from '../build.ts'
import { type ServerProcess, startServerProcess } from '../server/server-process.ts'

/** What no limit of the product shall slow down: the people all come from this machine. */
export const withoutLimits = Object.fromEntries(
  [
    'SIGN_IN',
    'SIGN_IN_ACCOUNT',
    'SIGNED_IN',
    'SIGN_UP',
    'RESET',
    'LOOKUP',
    'CHANGE',
    'PROPOSAL',
    'UNCONFIRMED_PROPOSAL',
  ].map((it) => [`LIMIT_${it}`, '100000000/1']),
)

/**
 * Starts the built server on the caller's own database (DATABASE_URL, or the embedded one in DATA_DIR) at a free port.
 * Links in its letters lead to where `npm start` will listen.
 * @param changes what differs from the caller's environment
 */
export async function startTemporaryServer(changes: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const env = { ...process.env, ...changes }
  return startServerProcess(await ensureBuilt(), {
    cwd: process.cwd(),
    env: {
      ...env,
      ...withoutLimits,
      HOST: '127.0.0.1',
      PORT: '0',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'info',
      PUBLIC_URL: env['PUBLIC_URL'] || `http://localhost:${env['PORT'] || '8080'}`,
    },
  })
}
