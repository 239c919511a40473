import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookie } from './route.ts'

/** With https the `__Host-` prefix keeps other hosts of the same domain from setting it. */
function nameOf(secure: boolean): string {
  return secure ? '__Host-minbar' : 'minbar'
}

/** The session token of a request: its bearer token, else its cookie. */
export function tokenOf(request: FastifyRequest, secure: boolean): string | null {
  const bearer = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return bearer ?? request.cookies[nameOf(secure)] ?? null
}

export function cookieOn(reply: FastifyReply, secure: boolean): SessionCookie {
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  return {
    set: (token, expires) =>
      void reply.setCookie(
        nameOf(secure),
        token,
        expires === undefined ? attributes : { ...attributes, expires },
      ),
    clear: () => void reply.clearCookie(nameOf(secure), attributes),
  }
}
