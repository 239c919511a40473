/** Sends a POST request with the Origin header of the site's own page. */
export function postFromPage(
  site: string,
  path: string,
  sent: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(site + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site, ...headers },
    body: JSON.stringify(sent),
  })
}

/** The Set-Cookie header of a cookie, with its attributes; empty when the response does not set it. */
export function setCookieHeader(answer: Response, name: string): string {
  return answer.headers.getSetCookie().find((it) => it.startsWith(`${name}=`)) ?? ''
}

/** The `name=value` part of a Set-Cookie header, which a browser sends back. */
export function cookiePair(cookie: string): string {
  return cookie.split(';')[0] ?? ''
}
