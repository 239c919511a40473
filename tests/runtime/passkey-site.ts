import { freePort } from '../../server/database/embedded/free-port.ts'

/** Settings of a server with passkeys: browsers store them for a name, so the server must know its address in advance. */
export async function passkeySettings() {
  const port = String(await freePort())
  return { PORT: port, PUBLIC_URL: `http://localhost:${port}` }
}
