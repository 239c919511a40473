/** Posts as a page of the site does. */
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

/** A cookie that came with an answer, whole: what to send back, and then its attributes. Empty where none came. */
export function setCookieHeader(answer: Response, name: string): string {
  return answer.headers.getSetCookie().find((it) => it.startsWith(`${name}=`)) ?? ''
}

/** What a browser sends back of a cookie: `name=value`. */
export function cookiePair(cookie: string): string {
  return cookie.split(';')[0] ?? ''
}
