import { createConnection, type Socket } from 'node:net'

/** How a slow client wastes a connection. */
const ways = {
  'says nothing': { begins: '', goesOn: '' },
  'trickles headers': { begins: 'GET /random_ayah HTTP/1.1\r\nHost: minbar\r\nX-Slow: ', goesOn: 'a' },
  'trickles a body': {
    begins:
      'POST /geocode HTTP/1.1\r\nHost: minbar\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"zipCode":"',
    goesOn: '4',
  },
  'trickles chunks': {
    begins:
      'POST /geocode HTTP/1.1\r\nHost: minbar\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    goesOn: '1\r\n{\r\n',
  },
} as const

export type Way = keyof typeof ways

/** What became of a slow client. */
interface Ended {
  readonly way: Way
  /** From its connecting until it was hung up on. */
  readonly seconds: number
  /** Of what it was answered; 0 where it was not. */
  readonly status: number
}

/** Connects `count` clients of a kind, each of which goes on as slowly as it may until it is hung up on. */
export function slowClients(url: string, way: Way, count: number): Promise<Ended[]> {
  return Promise.all(Array.from({ length: count }, () => slowClient(url, way)))
}

function slowClient(url: string, way: Way): Promise<Ended> {
  const { hostname, port } = new URL(url)
  const { begins, goesOn } = ways[way]
  const socket: Socket = createConnection(Number(port), hostname)
  let begun = performance.now()
  socket.once('connect', () => (begun = performance.now()))
  let said = ''
  socket.on('data', (data) => (said += data.toString()))
  socket.on('error', () => socket.destroy())
  if (begins !== '') socket.write(begins)
  const going = setInterval(() => goesOn !== '' && socket.writable && socket.write(goesOn), 1_000)
  return new Promise((ended) => {
    socket.once('close', () => {
      clearInterval(going)
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0)
      ended({ way, seconds: (performance.now() - begun) / 1_000, status })
    })
  })
}
