import { once } from 'node:events'
import type { Server, Socket } from 'node:net'
import { closeWhenDone } from './close-when-done.ts'

/**
 * Makes a server listen on a free port of 127.0.0.1. Returns the port. Closes the server and its connections when the test or the file is
 * done.
 */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closeWhenDone(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return portOf(server)
}

/** Returns the port of a listening server. */
export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}
