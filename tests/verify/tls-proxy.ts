import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newDataFolder } from '../runtime/data-folder.ts'
import { forward } from '../runtime/http-proxy.ts'
import { listen } from '../runtime/listen.ts'

/** A reverse proxy as in production: it terminates TLS, and redirects http to https. */
export interface TlsProxy {
  /** `localhost:port`, for both http and https. */
  readonly host: string
  /** The path of its self-signed certificate. */
  readonly certificate: string
  /** Sets the server to forward requests to. Before, it cannot answer. */
  passTo(url: string): void
}

/** Starts the proxy on one local port until the test is done. Requires the program openssl. */
export async function startTlsProxy(): Promise<TlsProxy> {
  const folder = await newDataFolder()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = '-subj /CN=localhost -addext subjectAltName=DNS:localhost -days 2'
  const options = `req -x509 -newkey rsa:2048 -nodes -keyout ${key} -out ${certificate} ${subject}`
  await promisify(execFile)('openssl', options.split(' '))
  let target = ''

  const secure = createTlsServer(
    { key: await readFile(key), cert: await readFile(certificate) },
    (incoming, answer) =>
      forward(incoming, answer, target, {
        ...incoming.headers,
        'x-forwarded-for': incoming.socket.remoteAddress,
        'x-forwarded-proto': 'https',
      }),
  )
  const plain = createServer((incoming, answer) => {
    answer.writeHead(301, { location: `https://${incoming.headers.host}${incoming.url}` }).end()
  })
  // The scanner uses one port for both. TLS begins with the byte 22, with which no HTTP method does.
  const listener = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('readable', () => {
      const first: Buffer | null = socket.read()
      if (first === null) return
      socket.unshift(first)
      ;(first[0] === 22 ? secure : plain).emit('connection', socket)
    })
  })
  return { host: `localhost:${await listen(listener)}`, certificate, passTo: (url) => void (target = url) }
}
