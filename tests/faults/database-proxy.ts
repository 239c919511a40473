import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The line between servers and their database, which a test can break. */
export interface Wire {
  /** The database's URL by this line. */
  readonly url: string
  /** Lets no more packets through, in either direction, and tells neither end. */
  swallow(): void
  /** Lets new connections through again. Those that were open when packets were lost stay as they are. */
  heal(): void
  /** Cuts every connection that is open. */
  cut(): void
  /**
   * Cuts a connection when PostgreSQL has answered its next COMMIT, and keeps that answer back: the change is made, and
   * its caller doesn't know. Done so often as told, one connection after the other.
   */
  loseCommits(count: number): void
  /** How many answers to a COMMIT are still to be lost. */
  commitsToLose(): number
  /** Leads new connections to another server, as a name does that was moved to a standby. */
  leadTo(url: string): void
  close(): Promise<void>
}

/** RenderMode a line to the database at `url`. */
export async function openWire(url: string): Promise<Wire> {
  let port = Number(new URL(url).port)
  const ends = new Set<Socket>()
  let isSwallowing = false
  let toLose = 0
  const server = createServer((client) => {
    const database = connect(port, '127.0.0.1')
    let isCommitting = false
    for (const end of [client, database]) {
      ends.add(end)
      // A cut makes errors at both ends.
      end.on('error', () => {})
      end.on('close', () => {
        ends.delete(end)
        for (const other of [client, database]) if (!isLost.has(other)) other.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (isSwallowing) return lose(client, database)
      // A simple query: Q, its length, the text, a NUL.
      if (toLose > 0 && bytes.includes('commit\0')) {
        toLose -= 1
        isCommitting = true
      }
      if (!isLost.has(client)) database.write(bytes)
    })
    database.on('data', (bytes) => {
      if (isSwallowing) return lose(client, database)
      if (isCommitting) client.destroy()
      else if (!isLost.has(client)) client.write(bytes)
    })
  })
  const isLost = new WeakSet<Socket>()
  /** TCP gives up no packet that was lost, so nothing that follows it arrives either. */
  function lose(...sockets: readonly Socket[]): void {
    for (const socket of sockets) isLost.add(socket)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The line has no port.')
  const own = new URL(url)
  own.port = String(address.port)
  own.searchParams.set('host', '127.0.0.1')
  return {
    url: own.href,
    swallow: () => void (isSwallowing = true),
    heal: () => void (isSwallowing = false),
    cut() {
      for (const end of ends) end.destroy()
    },
    loseCommits: (count) => void (toLose = count),
    commitsToLose: () => toLose,
    leadTo: (other) => void (port = Number(new URL(other).port)),
    async close() {
      server.close()
      for (const end of ends) end.destroy()
      await once(server, 'close')
    },
  }
}
