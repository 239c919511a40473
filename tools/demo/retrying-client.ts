import { CallFailed, type Client } from '../../contract/client.ts'

interface Surroundings {
  /** Milliseconds. */
  readonly sleep: (time: number) => Promise<void>
  readonly now: () => number
  /** Told once for each pause, with its seconds. */
  readonly onPause: (seconds: number, failure: CallFailed) => void
}

/** A second lies between tries: a server may restart meanwhile, as one in development does at every change. */
const triesWithoutAnswer = 30

/** Whether waiting helps. The limit of accounts with an unconfirmed e-mail lasts a day. */
function mayPass({ status, code }: CallFailed): boolean {
  return (status === 429 && code !== 'email_unconfirmed') || status === 503
}

/**
 * Gives clients that wait as long as a server asks (429 and 503, Retry-After) and then try again: all of them, since
 * what one was told holds for the others. Repeating is safe: no call of the demo has a second effect.
 */
export function retryingClients({ sleep, now, onPause }: Surroundings): (client: Client) => Client {
  let notBefore = 0

  async function pause(failure: CallFailed, seconds: number): Promise<void> {
    const until = now() + seconds * 1_000
    // Whoever was under way at the same moment is told the same; only a later end is news.
    if (until > notBefore + 1_000) {
      notBefore = until
      onPause(seconds, failure)
    }
    await sleep(Math.max(0, notBefore - now()))
  }

  async function insist<Output>(call: () => Promise<Output>): Promise<Output> {
    for (let unanswered = 0; ; ) {
      if (now() < notBefore) await sleep(notBefore - now())
      try {
        return await call()
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        if (error.status === 0 && unanswered < triesWithoutAnswer) {
          unanswered += 1
          await sleep(1_000)
        } else if (mayPass(error)) {
          await pause(error, error.retryAfter ?? 1)
        } else throw error
      }
    }
  }

  return (client) => ({
    call: (endpoint, sent) => insist(() => client.call(endpoint, sent)),
    page: (endpoint, sent) => insist(() => client.page(endpoint, sent)),
  })
}
