import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { localhostCertificate } from '../runtime/certificates/certificates.ts'
import { forward } from '../runtime/http-proxy.ts'
import { listen } from '../runtime/listen.ts'

/**
 * Starts a reverse proxy that terminates TLS with `localhostCertificate` and redirects http to https, as in production. The end of the test
 * stops it.
 */
export async function startTlsProxy() {
  const keyAndCertificate = await readFile(localhostCertificate)
  let target = ''

  const secure = createTlsServer({ key: keyAndCertificate, cert: keyAndCertificate }, (incoming, response) =>
    forward(incoming, response, target, {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress,
      'x-forwarded-proto': 'https',
    }),
  )
  const plain = createServer((incoming, response) => {
    response.writeHead(301, { location: `https://${incoming.headers.host}${incoming.url}` }).end()
  })
  // Mozilla's scanner (observatory.test.ts) calls one port by http and by https. TLS begins with the byte 22, and no HTTP method begins
  // with it.
  const listener = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('readable', () => {
      const first: Buffer | null = socket.read()
      if (first === null) return
      socket.unshift(first)
      ;(first[0] === 22 ? secure : plain).emit('connection', socket)
    })
  })
  return {
    /** `localhost:port`, for both http and https. */
    host: `localhost:${await listen(listener)}`,
    /** Sets the server to forward requests to. Until then, the proxy cannot respond. */
    passTo: (url: string) => void (target = url),
  }
}
