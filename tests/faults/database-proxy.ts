import { connect, createServer, type Socket } from 'node:net'
import { listen } from '../runtime/listen.ts'

/**
 * Starts a TCP proxy between servers and the database at `url`, until the test or the file is done. A test can cause network
 * faults in it.
 */
export async function startDatabaseProxy(url: string) {
  let port = Number(new URL(url).port)
  const ends = new Set<Socket>()
  let isDropping = false
  let toLose = 0
  const server = createServer((client) => {
    const database = connect(port, '127.0.0.1')
    let isCommitting = false
    for (const end of [client, database]) {
      ends.add(end)
      // Closing a connection causes errors at both ends.
      end.on('error', () => {})
      end.on('close', () => {
        ends.delete(end)
        for (const other of [client, database]) if (!isLost.has(other)) other.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (isDropping) return lose(client, database)
      // A simple query message: Q, its length, its text and NUL.
      if (toLose > 0 && bytes.includes('commit\0')) {
        toLose -= 1
        isCommitting = true
      }
      if (!isLost.has(client)) database.write(bytes)
    })
    database.on('data', (bytes) => {
      if (isDropping) return lose(client, database)
      if (isCommitting) client.destroy()
      else if (!isLost.has(client)) client.write(bytes)
    })
  })
  const isLost = new WeakSet<Socket>()
  /** TCP delivers in order: after a lost packet, nothing more arrives on a connection. */
  function lose(...sockets: readonly Socket[]): void {
    for (const socket of sockets) isLost.add(socket)
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
     * Drops PostgreSQL's answers to the next `count` COMMITs and closes their connections: the changes are made, but their
     * callers do not know.
     */
    loseCommitAnswers: (count: number) => void (toLose = count),
    /** How many answers to a COMMIT are still to be lost. */
    commitAnswersToLose: () => toLose,
    /** Connects new clients to another server, as a DNS change to a standby does. */
    redirectTo: (other: string) => void (port = Number(new URL(other).port)),
  }
}
