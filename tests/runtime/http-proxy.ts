import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { closeWhenDone } from './close-when-done.ts'
import { portOf } from './port.ts'

/** A running HTTP reverse proxy, without TLS. */
export interface HttpProxy {
  readonly url: string
  /** What the proxy does with X-Forwarded-For: append the caller's address, pass it on unchanged, or remove it. */
  readonly header: 'added' | 'passed on' | 'removed'
  close(): Promise<void>
}

/** Starts a proxy that forwards every request to the base URL `target`, until the test or the file is done. */
export async function startHttpProxy(target: string, header: HttpProxy['header']): Promise<HttpProxy> {
  const proxy = createServer((asked, answer) => {
    const { 'x-forwarded-for': given, ...headers } = asked.headers
    const passed = header === 'removed' ? [] : [given]
    const forwarded = [...passed, ...(header === 'added' ? [asked.socket.remoteAddress] : [])].filter(Boolean)
    const all = forwarded.length === 0 ? headers : { ...headers, 'x-forwarded-for': forwarded.join(', ') }
    const call = request(target + asked.url, { method: asked.method, headers: all }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders)
      answered.pipe(answer)
    })
    call.on('error', () => answer.destroy())
    asked.pipe(call)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${portOf(proxy)}`,
    header,
    close: closeWhenDone(async () => {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    }),
  }
}
