/** A raw HTTP response. */
export type RawResponse = Awaited<ReturnType<typeof sendRawRequest>>

/** A request that is sent without validation. The caller encodes the URL. */
export interface RawRequest {
  /** By default POST if the request has a body, otherwise GET. */
  readonly method?: string
  /** Path and query, encoded. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body?: string | object | undefined
  readonly token?: string | undefined
}

/** Sends a request to the server at `baseUrl`. */
export async function sendRawRequest(
  baseUrl: string,
  { url, headers = {}, body, method = body === undefined ? 'GET' : 'POST', token }: RawRequest,
) {
  const response = await fetch(baseUrl + url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
