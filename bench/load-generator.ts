import autocannon, { type Options, type Result } from 'autocannon'

/** A load on a server. */
export interface Load {
  readonly url: string
  readonly connections: number
  /** For so many seconds, or until each of the requests was made once. */
  readonly seconds?: number
  readonly requests: readonly LoadRequest[]
}

export interface LoadRequest {
  readonly token: string
  /** With a body it is a POST of JSON. */
  readonly body?: string
  /** The session comes in the page's cookie, as a browser sends it. */
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

/** A process of its own, so that making the load takes nothing from the event loop it falls on. */
process.on('message', (load: Load) => void run(load).then((result) => process.send?.(result)))

async function run({ url, connections, seconds, requests }: Load): Promise<LoadResult> {
  let next = 0
  const options: Options = {
    url,
    connections,
    ...(seconds === undefined ? { amount: requests.length } : { duration: seconds }),
    requests: [
      {
        // Connections take turns, so that no request of a list is made twice.
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
  // Its own count ends at the next full second, long after the last answer of a list.
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

/** Begun with a callback, it gives what tells of every answer. */
function begin(options: Options) {
  let settle: (error: unknown, result: Result) => void
  const done = new Promise<Result>((resolve, reject) => {
    settle = (error, result) => (error instanceof Error ? reject(error) : resolve(result))
  })
  const load = autocannon(options, (error: unknown, result) => settle(error, result))
  return { load, done }
}
