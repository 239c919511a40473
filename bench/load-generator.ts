import autocannon, { type Options, type Result } from 'autocannon'

/** A load on one address. */
export interface Load {
  readonly url: string
  readonly connections: number
  /** The duration. Undefined: until each request has been made once. */
  readonly seconds?: number
  readonly requests: readonly LoadRequest[]
}

export interface LoadRequest {
  readonly token: string
  /** JSON: makes the request a POST. */
  readonly body?: string
  /** Send the session in the page's cookie, as a browser does. */
  readonly asBrowser?: boolean
}

export type LoadResult = Awaited<ReturnType<typeof run>>

/** A separate process, so that generating the load does not delay the event loop of the server. */
process.on('message', (load: Load) => void run(load).then((result) => process.send?.(result)))

async function run({ url, connections, seconds, requests }: Load) {
  let next = 0
  const options: Options = {
    url,
    connections,
    ...(seconds === undefined ? { amount: requests.length } : { duration: seconds }),
    requests: [
      {
        // All connections share the list, so that each request is made once.
        setupRequest(request) {
          const { token, body, asBrowser } = requests[next++ % requests.length] ?? { token: '' }
          const headers = asBrowser ? { cookie: `minbar=${token}` } : { authorization: `Bearer ${token}` }
          if (body === undefined) return { ...request, headers }
          const headersOfJson = { ...headers, 'content-type': 'application/json' }
          return { ...request, method: 'POST', body, headers: headersOfJson }
        },
      },
    ],
  }
  const begun = performance.now()
  let answered = 0
  let last = begun
  const result = await new Promise<Result>((resolve, reject) => {
    // Only the callback form of autocannon returns the emitter of `response` events.
    const load = autocannon(options, (error: unknown, done) =>
      error instanceof Error ? reject(error) : resolve(done),
    )
    // Measures until the last response, because autocannon stops only at the next full second after the requests are used up.
    load.on('response', () => {
      answered += 1
      last = performance.now()
    })
  })
  return {
    answered,
    perSecond: (answered * 1_000) / (last - begun),
    /** Answers other than 2xx, and requests without an answer. */
    failed: result.non2xx + result.errors,
  }
}
