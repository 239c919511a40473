import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actingUidIn } from '../../contract/acting-party.ts'
import { actingUidHeader, type Fetch } from '../../contract/client.ts'
import { getSession } from '../../contract/identity.ts'
import type { CallerScreen, OperatorSettings, RenderMode } from '../../contract/rendered-screen.ts'

/** The export of the built `web/entry-server.tsx`. */
interface ServerBundle {
  readonly renderForCaller: (options: {
    readonly path: string
    readonly settings: OperatorSettings
    readonly session: unknown
    readonly isRendered: boolean
    readonly fetch: Fetch
  }) => Promise<CallerScreen>
}

type RenderResult = CallerScreen | 'redirect to login' | undefined

/** Milliseconds. A slower screen is rendered in the browser instead. */
const renderTimeout = 1_000

/**
 * The number of documents that may be rendered at the same time. With more, their API calls would delay each other and all other calls
 * until every render timed out. Further documents are sent without a screen immediately.
 */
const maxConcurrentRenders = 20

/**
 * Creates a function that renders a screen for the caller of a request. People can read the screen before its scripts have
 * loaded.
 * @param folder the page built for Node; imported at the first use
 */
export function createDocumentRenderer(server: FastifyInstance, folder: string, settings: OperatorSettings) {
  let bundle: Promise<ServerBundle> | undefined
  let running = 0

  /**
   * Returns undefined if the document is sent without a screen: it is prerendered, the caller is unknown, rendering failed or timed out, or
   * too many documents are being rendered. Returns `redirect to login` if a visitor without a session requests a screen that needs a
   * session.
   */
  return async (request: FastifyRequest, renderMode: RenderMode): Promise<RenderResult> => {
    if (renderMode === 'prerendered') return undefined
    const isProtected = renderMode !== 'rendered for anyone'
    const { cookie } = request.headers
    if (cookie === undefined && !includesStrictCookies(request)) return undefined
    if (cookie === undefined && isProtected) return 'redirect to login'
    if (running >= maxConcurrentRenders) return undefined
    running += 1
    const rendering = render(request, renderMode, isProtected)
      .catch((error: unknown) => {
        request.log.warn({ err: error }, 'a screen could not be rendered on the server')
        return undefined
      })
      .finally(() => void (running -= 1))
    // `Promise.race` keeps the rendered screen in memory until the timer ends, so end the timer.
    const ended = new AbortController()
    const timeout = after(renderTimeout, undefined, { ref: false, signal: ended.signal })
    return Promise.race([rendering, timeout]).finally(() => ended.abort())
  }

  async function render(
    request: FastifyRequest,
    renderMode: RenderMode,
    isProtected: boolean,
  ): Promise<RenderResult> {
    const fetch = fetchAs(request)
    const session: unknown = JSON.parse(
      await (await fetch(getSession.path, { method: getSession.method, headers: {} })).text(),
    )
    if (session === null && !includesStrictCookies(request)) return undefined
    if (session === null && isProtected) return 'redirect to login'
    bundle ??= import(pathToFileURL(join(folder, 'entry-server.js')).href)
    const { renderForCaller } = await bundle
    // The browser renders a preloaded screen, from the API responses that the document contains.
    const isRendered = renderMode !== 'preloaded for members'
    return renderForCaller({ path: request.url, settings, session, isRendered, fetch })
  }

  /** Makes API calls with the cookies of the request, so that the document contains only data that its caller may see. */
  function fetchAs({ headers, ip, id, url: address }: FastifyRequest): Fetch {
    const acting = actingUidIn(address)
    return async (url, init) => {
      const response = await server.inject({
        method: init.method === 'POST' ? 'POST' : 'GET',
        url,
        remoteAddress: ip,
        headers: {
          ...init.headers,
          ...(acting !== null && { [actingUidHeader]: acting }),
          ...(headers.cookie !== undefined && { cookie: headers.cookie }),
          ...(headers['user-agent'] !== undefined && { 'user-agent': headers['user-agent'] }),
          'x-request-id': id,
        },
        ...(init.body !== undefined && { payload: init.body }),
      })
      if (response.statusCode !== 200) throw new Error(`${url} responded with ${response.statusCode}.`)
      const nextCursor = response.headers['x-next-cursor']
      return {
        ok: true,
        status: 200,
        headers: {
          get: (name) => (name === 'x-next-cursor' && typeof nextCursor === 'string' ? nextCursor : null),
        },
        text: async () => response.body,
      }
    }
  }
}

/**
 * Whether the browser sent its SameSite=Strict cookies. It sends none if the caller follows a link on another site, so a request without a
 * session cookie can still come from a signed-in caller.
 */
function includesStrictCookies({ headers }: FastifyRequest): boolean {
  return ['none', 'same-origin', 'same-site'].includes(String(headers['sec-fetch-site']))
}
