import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Fetch } from '../../contract/client.ts'
import { getSession } from '../../contract/identity.ts'
import type { RenderMode, OperatorSettings, CallerScreen } from '../../contract/rendered-screen.ts'

/** What `web/entry-server.tsx` exports for it, once it is built. */
interface PageOnServer {
  readonly answerDocument: (asked: {
    readonly path: string
    readonly settings: OperatorSettings
    readonly session: unknown
    readonly isRendered: boolean
    readonly fetch: Fetch
  }) => Promise<CallerScreen>
}

type Answer = CallerScreen | 'redirect to login' | undefined

/** Milliseconds. A screen that isn't rendered by then is rendered in the browser. */
const renderedWithin = 1_000

/**
 * Documents for which calls are made at a time. The calls of more would only wait behind each other, and before everybody
 * else's calls, until it is too late for all of them; those are better off without, and at once.
 */
const atOnce = 20

/**
 * Renders screens for their callers, so that they can be read before their scripts have loaded. `folder` has the page's
 * code as it was built for Node; it is loaded when it is first wanted.
 */
export function createDocumentRenderer(server: FastifyInstance, folder: string, settings: OperatorSettings) {
  let loaded: Promise<PageOnServer> | undefined
  let underWay = 0

  /** The screen that a request is for; undefined where that can't be known or rendered in time, or there are too many. */
  return async (request: FastifyRequest, renderMode: RenderMode): Promise<Answer> => {
    if (renderMode === 'prerendered') return undefined
    const isProtected = renderMode !== 'rendered for anyone'
    const { cookie } = request.headers
    if (cookie === undefined && !includesStrictCookies(request)) return undefined
    if (cookie === undefined && isProtected) return 'redirect to login'
    if (underWay >= atOnce) return undefined
    const enough = new AbortController()
    underWay += 1
    const answered = answer(request, renderMode, isProtected)
      .catch((error: unknown) => {
        request.log.warn({ err: error }, 'a screen was not rendered')
        return undefined
      })
      .finally(() => void (underWay -= 1))
    const tooLate = after(renderedWithin, undefined, { signal: enough.signal }).catch(() => undefined)
    try {
      return await Promise.race([answered, tooLate])
    } finally {
      enough.abort()
    }
  }

  async function answer(request: FastifyRequest, renderMode: RenderMode, isProtected: boolean): Promise<Answer> {
    const fetch = fetchAs(request)
    const session: unknown = JSON.parse(
      await (await fetch(getSession.path, { method: getSession.method, headers: {} })).text(),
    )
    if (session === null && !includesStrictCookies(request)) return undefined
    if (session === null && isProtected) return 'redirect to login'
    loaded ??= import(pathToFileURL(join(folder, 'entry-server.js')).href)
    const { answerDocument } = await loaded
    const isRendered = renderMode !== 'preloaded for members'
    return answerDocument({ path: request.url, settings, session, isRendered, fetch })
  }

  /** Calls as the browser would: who asks for a document may know what the calls answer, and nothing else. */
  function fetchAs({ headers, ip, id }: FastifyRequest): Fetch {
    return async (url, init) => {
      const answered = await server.inject({
        method: init.method === 'POST' ? 'POST' : 'GET',
        url,
        remoteAddress: ip,
        headers: {
          ...init.headers,
          ...(headers.cookie !== undefined && { cookie: headers.cookie }),
          ...(headers['user-agent'] !== undefined && { 'user-agent': headers['user-agent'] }),
          'x-request-id': id,
        },
        ...(init.body !== undefined && { payload: init.body }),
      })
      if (answered.statusCode !== 200) throw new Error(`${url} was answered ${answered.statusCode}.`)
      const nextCursor = answered.headers['x-next-cursor']
      return {
        ok: true,
        status: 200,
        headers: {
          get: (name) => (name === 'x-next-cursor' && typeof nextCursor === 'string' ? nextCursor : null),
        },
        text: async () => answered.body,
      }
    }
  }
}

/**
 * Whether a browser has shown the session's cookie, if it has one: it keeps that to itself where another site led here (as
 * the cookie is SameSite=Strict), and shows it to the page's scripts all the same.
 */
function includesStrictCookies({ headers }: FastifyRequest): boolean {
  return ['none', 'same-origin', 'same-site'].includes(String(headers['sec-fetch-site']))
}
