import { connect, createServer, type Socket } from 'node:net'
import { listen } from '../runtime/listen.ts'

/**
 * Starts a TCP proxy between servers and the database at `url`, with which tests cause network faults. The end of the test or the file
 * stops it.
 */
export async function startDatabaseProxy(url: string) {
  let port = Number(new URL(url).port)
  const ends = new Set<Socket>()
  let isDropping = false
  let commitResponsesToDrop = 0
  const server = createServer((client) => {
    const database = connect(port, '127.0.0.1')
    let isCommitting = false
    for (const end of [client, database]) {
      ends.add(end)
      // Ignore errors, because closing a connection causes errors at both ends.
      end.on('error', () => {})
      end.on('close', () => {
        ends.delete(end)
        for (const other of [client, database]) if (!droppedSockets.has(other)) other.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (isDropping) return dropDataOf(client, database)
      // Detect a simple query message: Q, its length, its text and NUL.
      if (commitResponsesToDrop > 0 && bytes.includes('commit\0')) {
        commitResponsesToDrop -= 1
        isCommitting = true
      }
      if (!droppedSockets.has(client)) database.write(bytes)
    })
    database.on('data', (bytes) => {
      if (isDropping) return dropDataOf(client, database)
      if (isCommitting) client.destroy()
      else if (!droppedSockets.has(client)) client.write(bytes)
    })
  })
  const droppedSockets = new WeakSet<Socket>()
  /** Makes the proxy drop all later data of these sockets. TCP delivers packets in order, so nothing arrives after a lost packet. */
  function dropDataOf(...sockets: readonly Socket[]): void {
    for (const socket of sockets) droppedSockets.add(socket)
  }
  const own = new URL(url)
  own.port = String(await listen(server))
  own.searchParams.set('host', '127.0.0.1')
  return {
    /** The database's URL through this proxy. */
    url: own.href,
    /** Drops all packets in both directions, without closing connections. */
    dropPackets: () => void (isDropping = true),
    /** Stops dropping packets. Connections that have lost packets stay dead. */
    restore: () => void (isDropping = false),
    closeConnections() {
      for (const end of ends) end.destroy()
    },
    /**
     * Drops PostgreSQL's responses to the next `count` COMMITs and closes their connections: the changes are made, but the callers do not
     * know this.
     */
    dropCommitResponses: (count: number) => void (commitResponsesToDrop = count),
    /** Returns how many more responses to COMMITs the proxy will drop. */
    commitResponsesToDrop: () => commitResponsesToDrop,
    /** Connects new clients to another server, as a DNS change to a standby does. */
    redirectTo: (other: string) => void (port = Number(new URL(other).port)),
  }
}
