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

export interface LoadResult {
  readonly answered: number
  readonly perSecond: number
  /** Answers other than 2xx, and requests without an answer. */
  readonly failed: number
  /** Milliseconds. */
  readonly medianLatency: number
}

/** A separate process, so that generating the load does not delay the event loop of the server. */
process.on('message', (load: Load) => void run(load).then((result) => process.send?.(result)))

async function run({ url, connections, seconds, requests }: Load): Promise<LoadResult> {
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
          return body === undefined
            ? { ...request, headers }
            : {
                ...request,
                method: 'POST',
                body,
                headers: { ...headers, 'content-type': 'application/json' },
              }
        },
      },
    ],
  }
  const begun = performance.now()
  let answered = 0
  let last = begun
  const { load, done } = begin(options)
  // autocannon only stops at the next full second, long after the last answer of a list.
  load.on('response', () => {
    answered += 1
    last = performance.now()
  })
  const result = await done
  return {
    answered,
    perSecond: (answered * 1_000) / (last - begun),
    failed: result.non2xx + result.errors,
    medianLatency: result.latency.p50,
  }
}

/** Only the callback form of autocannon returns the emitter of `response` events. */
function begin(options: Options) {
  let settle: (error: unknown, result: Result) => void
  const done = new Promise<Result>((resolve, reject) => {
    settle = (error, result) => (error instanceof Error ? reject(error) : resolve(result))
  })
  const load = autocannon(options, (error: unknown, result) => settle(error, result))
  return { load, done }
}
