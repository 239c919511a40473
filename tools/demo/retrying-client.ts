import { CallFailed, type Client } from '../../contract/client.ts'

interface RetryOptions {
  /** Sleeps for a number of milliseconds. */
  readonly sleep: (time: number) => Promise<void>
  readonly now: () => number
  /** Is called once for each pause. */
  readonly onPause: (seconds: number, failure: CallFailed) => void
}

/** The number of retries of a call without a response, a second apart. A development server restarts at every change. */
const maxRetries = 30

/**
 * Whether to wait for Retry-After and retry. Calls beyond the limit of accounts with an unconfirmed email are not retried, because that
 * limit lasts a day.
 */
function isRetryable({ status, code }: CallFailed): boolean {
  return (status === 429 && code !== 'email_unconfirmed') || status === 503
}

/**
 * Wraps clients so that they wait for Retry-After (after 429 and 503) and then retry. All wrapped clients wait together, because a limit
 * applies to all of them. Retries are safe, because all calls of the demo are idempotent.
 */
export function createClientRetrier({ sleep, now, onPause }: RetryOptions): (client: Client) => Client {
  let notBefore = 0

  async function pause(failure: CallFailed, seconds: number): Promise<void> {
    const until = now() + seconds * 1_000
    // Concurrent calls get almost the same Retry-After. Only a clearly later end starts another pause.
    if (until > notBefore + 1_000) {
      notBefore = until
      onPause(seconds, failure)
    }
    await sleep(Math.max(0, notBefore - now()))
  }

  async function retry<Output>(call: () => Promise<Output>): Promise<Output> {
    for (let lost = 0; ; ) {
      if (now() < notBefore) await sleep(notBefore - now())
      try {
        return await call()
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        if (error.status === 0 && lost < maxRetries) {
          lost += 1
          await sleep(1_000)
        } else if (isRetryable(error)) {
          await pause(error, error.retryAfter ?? 1)
        } else throw error
      }
    }
  }

  return (client) => ({
    call: (endpoint, sent) => retry(() => client.call(endpoint, sent)),
    page: (endpoint, sent) => retry(() => client.page(endpoint, sent)),
  })
}
