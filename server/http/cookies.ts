import type { FastifyReply, FastifyRequest } from 'fastify'

/** On https, the `__Host-` prefix prevents other hosts of the domain from setting the cookie. */
function nameOf(cookie: 'minbar' | 'minbar-device', secure: boolean): string {
  return secure ? `__Host-${cookie}` : cookie
}

/** Returns the session token of a request: the bearer token, or else the cookie; null without either. */
export function sessionTokenOf(request: FastifyRequest, secure: boolean): string | null {
  const bearer = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return bearer ?? request.cookies[nameOf('minbar', secure)] ?? null
}

/**
 * Returns the token in the request's device cookie, by which the server recognizes a browser that an account has signed in from before
 * (docs/decisions/known-browsers.md). The server may not know this token.
 */
export function deviceTokenOf(request: FastifyRequest, secure: boolean): string | null {
  return request.cookies[nameOf('minbar-device', secure)] ?? null
}

function attributesOf(secure: boolean) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
}

/** Sets the device cookie, with a lifetime in seconds. */
export function setDeviceCookie(reply: FastifyReply, secure: boolean, token: string, seconds: number): void {
  void reply.setCookie(nameOf('minbar-device', secure), token, { ...attributesOf(secure), maxAge: seconds })
}

export function sessionCookieOf(reply: FastifyReply, secure: boolean) {
  const attributes = attributesOf(secure)
  return {
    /** Without `expires`, the cookie lasts until the browser is closed. */
    set: (token: string, expires: Date | undefined) =>
      void reply.setCookie(nameOf('minbar', secure), token, { ...attributes, ...(expires && { expires }) }),
    clear: () => void reply.clearCookie(nameOf('minbar', secure), attributes),
  }
}
