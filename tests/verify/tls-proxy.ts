import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What stands in front of the product in earnest: it ends TLS, and sends whoever comes without to where there is. */
export interface TlsProxy {
  /** `localhost:port`, for http and https alike. */
  readonly host: string
  /** The file of the certificate, which is its own authority. */
  readonly certificate: string
  /** Where it passes requests on to; before that it answers nothing. */
  passTo(url: string): void
  close(): Promise<void>
}

/** Starts it on one port of this machine. It needs the program openssl, for its certificate. */
export async function startTlsProxy(): Promise<TlsProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'minbar-tls-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    certificate,
    ...subject,
  ]
  await promisify(execFile)('openssl', made)
  let target = ''

  const secure = createTlsServer(
    { key: await readFile(key), cert: await readFile(certificate) },
    (asked, answer) => pass(asked, answer, target),
  )
  const plain = createServer((asked, answer) => {
    answer.writeHead(301, { location: `https://${asked.headers.host}${asked.url}` }).end()
  })
  // One port for both, as the scanner knows no other: TLS begins with the byte 22, and no method of HTTP does.
  const sockets = new Set<Socket>()
  const door = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
    socket.once('readable', () => {
      const first: Buffer | null = socket.read()
      if (first === null) return
      socket.unshift(first)
      ;(first[0] === 22 ? secure : plain).emit('connection', socket)
    })
  })
  await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening))
  const address = door.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    host: `localhost:${address.port}`,
    certificate,
    passTo: (url) => void (target = url),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => door.close(closed))
      await rm(folder, { recursive: true })
    },
  }
}

function pass(asked: IncomingMessage, answer: ServerResponse, target: string): void {
  const headers = {
    ...asked.headers,
    'x-forwarded-for': asked.socket.remoteAddress,
    'x-forwarded-proto': 'https',
  }
  const passed = request(target + asked.url, { method: asked.method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders)
    answered.pipe(answer)
  })
  passed.on('error', () => answer.destroy())
  asked.pipe(passed)
}
