/** Sends a POST request with a JSON body, as a program does. */
export function postJson(
  site: string,
  path: string,
  sent: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(site + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(sent),
  })
}

/** Like `postJson`, with the Origin header of the site's own page. */
export function postFromPage(...[site, path, sent, headers]: Parameters<typeof postJson>): Promise<Response> {
  return postJson(site, path, sent, { origin: site, ...headers })
}

let addresses = 0

/** Returns an `X-Forwarded-For` header with a client address that no other call has used. For a server that trusts 127.0.0.1. */
export function newClientAddressHeader(): { readonly 'x-forwarded-for': string } {
  addresses += 1
  return { 'x-forwarded-for': `198.18.${addresses >> 8}.${addresses & 255}` }
}

/** Returns the Set-Cookie header of a cookie, with its attributes. Empty if the response does not set the cookie. */
export function setCookieHeader(response: Response, name: string): string {
  return response.headers.getSetCookie().find((it) => it.startsWith(`${name}=`)) ?? ''
}

/** Returns the `name=value` part of a Set-Cookie header. A browser sends this part back. */
export function cookiePair(cookie: string): string {
  return cookie.split(';')[0] ?? ''
}
