import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Role } from '../../contract/endpoint.ts'
import {
  type AnsweredScreen,
  type DrawnScreen,
  type FirstCall,
  type FirstCalls,
  firstCallsAt,
  type OperatorSettings,
} from '../../contract/first-calls.ts'
import { getSession } from '../../contract/identity.ts'

/** How a screen begins for whoever asks for it. */
export interface ScreenForOne {
  /** Where it can be drawn. */
  readonly firstCalls?: FirstCalls
  /** Only those who are signed in may open it. */
  readonly isProtected: boolean
}

/** What `web/prerender.tsx` exports for it, once it is built. */
interface Drawing {
  readonly drawForOne: (screen: AnsweredScreen) => Promise<DrawnScreen>
}

type Beginning = DrawnScreen | 'at the login' | undefined

/** Milliseconds. What isn't drawn by then is drawn by the page's own scripts, which are on their way anyway. */
const drawnWithin = 1_000

/**
 * For so many it makes calls at a time. More would only wait behind each other, and before everybody else's calls, until it
 * is too late for all of them; those are better off without, and at once.
 */
const atOnce = 20

/**
 * Draws screens for whoever asks for them, so that they can be read before their scripts have come. `folder` has the page's
 * code as it was built for Node; it is loaded when it is first wanted.
 */
export function drawIn(server: FastifyInstance, folder: string, settings: OperatorSettings) {
  let loaded: Promise<Drawing> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let underWay = 0

  /** The screen that a request is for; undefined where that can't be known or drawn in time, or there are too many. */
  return async (request: FastifyRequest, screen: ScreenForOne): Promise<Beginning> => {
    const { cookie } = request.headers
    if (cookie === undefined && !showsCookies(request)) return undefined
    if (cookie === undefined && screen.isProtected) return 'at the login'
    if (underWay >= atOnce) return undefined
    const enough = new AbortController()
    underWay += 1
    const drawing = draw(request, screen)
      .catch((error: unknown) => {
        request.log.warn({ err: error }, 'a screen was not drawn')
        return undefined
      })
      .finally(() => void (underWay -= 1))
    const tooLate = after(drawnWithin, undefined, { signal: enough.signal }).catch(() => undefined)
    try {
      return await Promise.race([drawing, tooLate])
    } finally {
      enough.abort()
    }
  }

  async function draw(
    request: FastifyRequest,
    { firstCalls, isProtected }: ScreenForOne,
  ): Promise<Beginning> {
    const path = request.url
    const session = await ask(request, [getSession.path])
    if (!session.ok) return undefined
    const who: { readonly role: Role } | null = JSON.parse(session.text)
    if (who === null && !showsCookies(request)) return undefined
    if (who === null && isProtected) return 'at the login'
    const made = firstCalls && (who === null ? [] : firstCallsAt(firstCalls, path, who.role))
    if (made === undefined) return undefined
    const answers = await Promise.all(made.map((call) => ask(request, call)))
    if (answers.some(({ ok }) => !ok)) return undefined
    loaded ??= import(pathToFileURL(join(folder, 'prerender.js')).href)
    const { drawForOne } = await loaded
    // One after the other, as the page's code knows of one person only.
    const drawn = last.then(() =>
      drawForOne({
        path,
        settings,
        session: session.text,
        answers: answers.map(({ call, text, nextCursor }) => [call, text, nextCursor] as const),
      }),
    )
    last = drawn.catch(() => undefined)
    return drawn
  }

  /** Makes a call as the browser would: whoever asks for a document may know what the calls answer, and nothing else. */
  async function ask({ headers, ip, id }: FastifyRequest, [url, body]: FirstCall) {
    const answer = await server.inject({
      method: body === undefined ? 'GET' : 'POST',
      url,
      remoteAddress: ip,
      headers: {
        ...(headers.cookie !== undefined && { cookie: headers.cookie }),
        ...(headers['user-agent'] !== undefined && { 'user-agent': headers['user-agent'] }),
        'x-request-id': id,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: body }),
    })
    const nextCursor = answer.headers['x-next-cursor']
    return {
      call: url + (body ?? ''),
      ok: answer.statusCode === 200,
      text: answer.body,
      nextCursor: typeof nextCursor === 'string' ? nextCursor : null,
    }
  }
}

/**
 * Whether a browser has shown the session's cookie, if it has one: it keeps that to itself where another site led here (as
 * the cookie is SameSite=Strict), and shows it to the page's scripts all the same.
 */
function showsCookies({ headers }: FastifyRequest): boolean {
  return ['none', 'same-origin', 'same-site'].includes(String(headers['sec-fetch-site']))
}
