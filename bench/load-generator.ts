import autocannon, { type Options, type Result } from 'autocannon'

/** A series of requests to one URL. */
export interface Load {
  readonly url: string
  readonly connections: number
  /** The duration of the load. If undefined, each request is made once. */
  readonly seconds?: number
  readonly requests: readonly LoadRequest[]
}

export interface LoadRequest {
  readonly token: string
  /** A JSON body. With a body, the request is a POST. */
  readonly body?: string
  /** Whether to send the session in the cookie of the page, as a browser does. */
  readonly asBrowser?: boolean
}

export type LoadResult = Awaited<ReturnType<typeof run>>

/** Milliseconds between autocannon's samples. It stops only after a sample, so a load may last up to this much longer. */
const sampleInterval = 20

/** Runs in a separate process, so that generating the load does not delay the event loop of the server. */
process.on('message', (load: Load) => void run(load).then((result) => process.send?.(result)))

async function run({ url, connections, seconds, requests }: Load) {
  let next = 0
  const options: Options = {
    url,
    connections,
    sampleInt: sampleInterval,
    ...(seconds === undefined ? { amount: requests.length } : { duration: seconds }),
    requests: [
      {
        // All connections share one list of requests: each connection sends the next request of the list.
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
  let responses = 0
  let last = begun
  const result = await new Promise<Result>((resolve, reject) => {
    // autocannon returns an emitter of `response` events only if it gets a callback.
    const load = autocannon(options, (error: unknown, done) =>
      error instanceof Error ? reject(error) : resolve(done),
    )
    // Measures the time until the last response, because autocannon itself stops only at its next sample.
    load.on('response', () => {
      responses += 1
      last = performance.now()
    })
  })
  return {
    responses,
    // On a very busy machine, a short load may get no response at all.
    perSecond: responses === 0 ? 0 : (responses * 1_000) / (last - begun),
    /** Responses with a status other than 2xx, and requests without a response. */
    failed: result.non2xx + result.errors,
  }
}
