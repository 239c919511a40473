import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { closeWhenDone } from '../runtime/close-when-done.ts'
import { listen } from '../runtime/listen.ts'

/** Milliseconds between health checks. */
const checkInterval = 1_000
/** The timeout of a health check, in milliseconds. It is long, because the machine may be busy. */
const checkTimeout = 3_000

interface Upstream {
  readonly url: string
  readonly agent: Agent
  isHealthy: boolean
  timer?: NodeJS.Timeout
}

/**
 * Starts a round-robin load balancer. It does not retry, so the test sees each call that a server loses. The end of the test stops it. The
 * load balancer checks `/readyz` of each server every second, as a load balancer in production does.
 */
export async function startLoadBalancer() {
  const upstreams = new Map<string, Upstream>()
  let turn = 0

  async function check(upstream: Upstream): Promise<void> {
    const signal = AbortSignal.timeout(checkTimeout)
    const response = await fetch(`${upstream.url}/readyz`, { signal }).catch(() => undefined)
    await response?.arrayBuffer()
    upstream.isHealthy = response?.ok === true
  }

  const healthyUpstreams = () => [...upstreams.values()].filter(({ isHealthy }) => isHealthy)

  const server = createServer((incoming, response) => {
    const healthy = healthyUpstreams()
    const chosen = healthy[turn++ % Math.max(1, healthy.length)]
    if (chosen === undefined) response.writeHead(502).end('No server is healthy.')
    else forward(incoming, response, chosen)
  })
  // Much longer than Node's default of 5 seconds, so that no call fails because its idle connection is closed here at the same time.
  server.keepAliveTimeout = 60_000
  const port = await listen(server)

  closeWhenDone(() => {
    for (const url of upstreams.keys()) remove(url)
  })
  function remove(url: string): void {
    const upstream = upstreams.get(url)
    clearInterval(upstream?.timer)
    upstream?.agent.destroy()
    upstreams.delete(url)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    /** Adds a server. It gets calls after its first successful health check. */
    add(url: string) {
      const upstream: Upstream = { url, agent: new Agent({ keepAlive: true }), isHealthy: false }
      upstreams.set(url, upstream)
      upstream.timer = setInterval(() => void check(upstream), checkInterval)
      void check(upstream)
    },
    remove,
    /** Returns the number of healthy servers. */
    countHealthy: () => healthyUpstreams().length,
  }
}

function forward(incoming: IncomingMessage, response: ServerResponse, { url, agent }: Upstream): void {
  const { connection: _, ...headers } = incoming.headers
  const outgoing = request(
    url + incoming.url,
    { agent, method: incoming.method, headers },
    (upstreamResponse) => {
      // Connection headers apply only to one connection, so don't forward them.
      const { connection: __, 'keep-alive': ___, ...own } = upstreamResponse.headers
      response.writeHead(upstreamResponse.statusCode ?? 502, own)
      upstreamResponse.pipe(response)
      upstreamResponse.on('error', () => response.destroy())
    },
  )
  outgoing.on('error', (error) => {
    if (response.headersSent) response.destroy()
    else response.writeHead(502).end(`The call was lost: ${error.message}`)
  })
  incoming.pipe(outgoing)
}
