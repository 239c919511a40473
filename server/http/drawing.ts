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

/** What `web/prerender.tsx` exports for it, once it is built. */
interface Drawing {
  readonly drawForMember: (screen: AnsweredScreen) => Promise<DrawnScreen>
}

/** Milliseconds. What isn't drawn by then is drawn by the page's own scripts, which are on their way anyway. */
const drawnWithin = 1_000

/**
 * For so many it makes calls at a time. More would only wait behind each other, and before everybody else's calls, until it
 * is too late for all of them; those are better off without, and at once.
 */
const atOnce = 20

/**
 * Draws screens for those who are signed in, so that they can be read before their scripts have come. `folder` has the
 * page's code as it was built for Node; it is loaded when it is first wanted.
 */
export function drawIn(server: FastifyInstance, folder: string, settings: OperatorSettings) {
  let loaded: Promise<Drawing> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let underWay = 0

  /** The screen that a request is for; undefined where nobody is signed in, there are too many, or it can't be drawn in time. */
  return async (request: FastifyRequest, calls: FirstCalls): Promise<DrawnScreen | undefined> => {
    if (request.headers.cookie === undefined || underWay >= atOnce) return undefined
    const enough = new AbortController()
    underWay += 1
    const drawing = draw(request, calls)
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

  async function draw(request: FastifyRequest, calls: FirstCalls) {
    const path = request.url
    const session = await ask(request, [calls.session])
    const role = session.ok ? roleIn(session.text) : undefined
    const made = role && firstCallsAt(calls, path, role)
    if (made === undefined) return undefined
    const answers = await Promise.all(made.map((call) => ask(request, call)))
    if (answers.some(({ ok }) => !ok)) return undefined
    loaded ??= import(pathToFileURL(join(folder, 'prerender.js')).href)
    const { drawForMember } = await loaded
    // One after the other, as the page's code knows of one person only.
    const drawn = last.then(() =>
      drawForMember({
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
        cookie: headers.cookie,
        'user-agent': headers['user-agent'],
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

function roleIn(session: string): Role | undefined {
  const who: { readonly role: Role } | null = JSON.parse(session)
  return who?.role
}
