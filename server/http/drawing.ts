import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Role } from '../../contract/endpoint.ts'

/** A call by its URL, with the body where it is read by POST. What differs by the screen's address has its name in there. */
type Call = readonly [url: string, body?: string]

/** The calls that a screen makes first: who is there, and by role what it needs for them. */
export type FirstCalls = readonly [session: string, byRole: Readonly<Record<Role, readonly Call[]>>]

interface Settings {
  readonly donationUrl: string | undefined
  readonly infoSiteUrl: string | undefined
}

/** What `web/prerender.tsx` exports for it, once it is built. */
interface Drawing {
  readonly drawForMember: (screen: {
    readonly path: string
    readonly settings: Settings
    readonly session: string
    readonly answers: readonly (readonly [call: string, text: string, nextCursor: string | null])[]
  }) => Promise<string>
}

/** Milliseconds. What isn't drawn by then is drawn by the page's own scripts, which are on their way anyway. */
const drawnWithin = 1_000

/**
 * Draws screens for those who are signed in, so that they can be read before their scripts have come. `folder` has the
 * page's code as it was built for Node; it is loaded when it is first wanted.
 */
export function drawIn(server: FastifyInstance, folder: string, settings: Settings) {
  let loaded: Promise<Drawing> | undefined
  let last: Promise<unknown> = Promise.resolve()

  /** The screen of this pattern that a request is for; undefined where nobody is signed in, or it can't be drawn in time. */
  return async (request: FastifyRequest, pattern: string, calls: FirstCalls): Promise<string | undefined> => {
    const enough = new AbortController()
    const drawing = draw(request, pattern, calls).catch((error: unknown) => {
      request.log.warn({ err: error, pattern }, 'a screen was not drawn')
      return undefined
    })
    const tooLate = after(drawnWithin, undefined, { signal: enough.signal }).catch(() => undefined)
    try {
      return await Promise.race([drawing, tooLate])
    } finally {
      enough.abort()
    }
  }

  async function draw(request: FastifyRequest, pattern: string, [who, byRole]: FirstCalls) {
    const path = request.url
    // What is sought or chosen only the screen can read.
    if (request.headers.cookie === undefined || path.includes('?')) return undefined
    const session = await ask(request, [who])
    const role = session.ok ? roleIn(session.text) : undefined
    if (role === undefined) return undefined
    const made = byRole[role].map((call) => placed(call, pattern, path))
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
  async function ask({ headers, ip, id }: FastifyRequest, [url, body]: Call) {
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

/** The call with what stands in the address in place of its names. */
function placed([url, body]: Call, pattern: string, path: string): Call {
  const names = pattern.split('/')
  const values = path.split('/')
  const address = url.replaceAll(/%3A\w+/gu, (name) => values[names.indexOf(decodeURIComponent(name))] ?? '')
  return body === undefined ? [address] : [address, body]
}
