import { findFreePort } from '../../server/database/embedded/free-port.ts'

/**
 * Returns the settings of a server with passkeys. A browser stores a passkey for a host name, so the server must know its own URL in
 * advance.
 */
export async function passkeySettings() {
  const port = String(await findFreePort())
  return { PORT: port, PUBLIC_URL: `http://localhost:${port}` }
}
