import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookie } from './route.ts'

/** With https the `__Host-` prefix keeps other hosts of the same domain from setting it. */
function nameOf(cookie: 'minbar' | 'minbar-device', secure: boolean): string {
  return secure ? `__Host-${cookie}` : cookie
}

/** The session token of a request: its bearer token, else its cookie. */
export function sessionTokenOf(request: FastifyRequest, secure: boolean): string | null {
  const bearer = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return bearer ?? request.cookies[nameOf('minbar', secure)] ?? null
}

/** What a request's device cookie holds, whether or not anybody knows it. */
export function deviceTokenOf(request: FastifyRequest, secure: boolean): string | null {
  return request.cookies[nameOf('minbar-device', secure)] ?? null
}

function attributesOf(secure: boolean) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
}

/** Sets the device cookie for so many seconds. */
export function setDeviceCookie(reply: FastifyReply, secure: boolean, token: string, seconds: number): void {
  void reply.setCookie(nameOf('minbar-device', secure), token, { ...attributesOf(secure), maxAge: seconds })
}

export function sessionCookieOn(reply: FastifyReply, secure: boolean): SessionCookie {
  const attributes = attributesOf(secure)
  return {
    set: (token, expires) =>
      void reply.setCookie(
        nameOf('minbar', secure),
        token,
        expires === undefined ? attributes : { ...attributes, expires },
      ),
    clear: () => void reply.clearCookie(nameOf('minbar', secure), attributes),
  }
}
