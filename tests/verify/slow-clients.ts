import { createConnection, type Socket } from 'node:net'

/** The behaviours of slow clients: what they send first, and then every second. */
const behaviours = {
  'sends nothing': { first: '', everySecond: '' },
  'trickles headers': { first: 'GET /random_ayah HTTP/1.1\r\nHost: minbar\r\nX-Slow: ', everySecond: 'a' },
  'trickles a body': {
    first:
      'POST /geocode HTTP/1.1\r\nHost: minbar\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"zipCode":"',
    everySecond: '4',
  },
  'trickles chunks': {
    first:
      'POST /geocode HTTP/1.1\r\nHost: minbar\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    everySecond: '1\r\n{\r\n',
  },
} as const

export type Behaviour = keyof typeof behaviours

/** How a slow client's connection ended. */
interface ClosedConnection {
  readonly behaviour: Behaviour
  /** From connecting until the server closed the connection. */
  readonly seconds: number
  /** The status of the answer; 0 without one. */
  readonly status: number
}

/** Connects `count` slow clients, and resolves when the server has closed all their connections. */
export function runSlowClients(
  url: string,
  behaviour: Behaviour,
  count: number,
): Promise<ClosedConnection[]> {
  return Promise.all(Array.from({ length: count }, () => runSlowClient(url, behaviour)))
}

function runSlowClient(url: string, behaviour: Behaviour): Promise<ClosedConnection> {
  const { hostname, port } = new URL(url)
  const { first, everySecond } = behaviours[behaviour]
  const socket: Socket = createConnection(Number(port), hostname)
  let begun = performance.now()
  socket.once('connect', () => (begun = performance.now()))
  let received = ''
  socket.on('data', (data) => (received += data.toString()))
  socket.on('error', () => socket.destroy())
  if (first !== '') socket.write(first)
  const timer = setInterval(() => everySecond !== '' && socket.writable && socket.write(everySecond), 1_000)
  return new Promise((ended) => {
    socket.once('close', () => {
      clearInterval(timer)
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0)
      ended({ behaviour, seconds: (performance.now() - begun) / 1_000, status })
    })
  })
}
