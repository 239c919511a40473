import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http'
import { listen } from './listen.ts'

type ProxyHeader = 'added' | 'added with port' | 'added as name' | 'passed on' | 'removed'

/**
 * Starts an HTTP reverse proxy without TLS. The end of the test or the file stops it. Returns its URL.
 * @param target the base URL to which the proxy forwards every request
 * @param header what the proxy does with X-Forwarded-For: it adds the caller's address, the address with the port, or the name `localhost`;
 * or it passes the header on unchanged, or removes the header
 */
export async function startHttpProxy(target: string, header: ProxyHeader): Promise<string> {
  const proxy = createServer((asked, response) => {
    const { 'x-forwarded-for': given, ...headers } = asked.headers
    const passed = header === 'removed' ? [] : [given]
    const { remoteAddress, remotePort } = asked.socket
    const added: Readonly<Record<ProxyHeader, string | undefined>> = {
      added: remoteAddress,
      'added with port': `${remoteAddress}:${remotePort}`,
      'added as name': 'localhost',
      'passed on': undefined,
      removed: undefined,
    }
    const forwarded = [...passed, added[header]].filter(Boolean)
    const all = forwarded.length === 0 ? headers : { ...headers, 'x-forwarded-for': forwarded.join(', ') }
    forward(asked, response, target, all)
  })
  return `http://127.0.0.1:${await listen(proxy)}`
}

/** Forwards a request with changed headers to the base URL `target`, and sends the response back. */
export function forward(
  asked: IncomingMessage,
  response: ServerResponse,
  target: string,
  headers: OutgoingHttpHeaders,
): void {
  const call = request(target + asked.url, { method: asked.method, headers }, (forwarded) => {
    response.writeHead(forwarded.statusCode ?? 502, forwarded.rawHeaders)
    forwarded.pipe(response)
  })
  call.on('error', () => response.destroy())
  asked.pipe(call)
}
