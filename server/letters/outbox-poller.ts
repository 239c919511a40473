import type { FastifyBaseLogger } from 'fastify'
import type { Dispatcher } from './dispatcher.ts'

/** Milliseconds between polls. */
const pollInterval = 1_000
/** Milliseconds until the next poll after a failed poll. */
const retryDelay = 5_000

/** Milliseconds between lease renewals. If a renewal fails, there is time for at least two more before the lease ends. */
const renewalInterval = 10_000

/** Milliseconds that `stop` waits for the letters in flight before it aborts them. */
const stopTimeout = 5_000
/** Milliseconds that `stop` waits for the aborted letters to end. */
const abortTimeout = 1_000

/**
 * Starts to send due letters every second, and whenever a place becomes free. Polls the outbox, because LISTEN/NOTIFY does not work
 * through connection poolers.
 */
export function startOutboxPoller(dispatcher: Dispatcher, log: FastifyBaseLogger) {
  const stopper = new AbortController()
  const stopping = stopper.signal
  let renewedAt = performance.now()
  let placeFreed = false
  let endPause: (() => void) | undefined
  const wake = () => {
    placeFreed = true
    endPause?.()
  }
  dispatcher.onFreed(wake)
  const loop = pollUntilStopped()

  async function pollUntilStopped(): Promise<void> {
    while (!stopping.aborted) {
      placeFreed = false
      const delay = await poll()
      if (!stopping.aborted && !placeFreed) await pause(delay)
    }
  }

  /**
   * Starts to send due letters. Resolves with the milliseconds until the next poll. Renews leases before it claims letters, so that after
   * an outage of the database this process keeps its own letters if possible.
   */
  async function poll(): Promise<number> {
    try {
      if (performance.now() - renewedAt >= renewalInterval) {
        await dispatcher.renew()
        renewedAt = performance.now()
      }
      await dispatcher.startDue()
      return pollInterval
    } catch (error) {
      log.error({ err: error }, 'the outbox could not be read; retrying')
      return retryDelay
    }
  }

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds).unref()
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    /**
     * Stops claiming letters, waits up to five seconds for the letters in flight, then aborts them. Resolves within six seconds. An aborted
     * letter is retried when its lease ends.
     */
    async stop() {
      stopper.abort()
      wake()
      const ended = loop.then(() => dispatcher.settled())
      if (await endsWithin(stopTimeout, ended)) return
      log.warn('letters in flight were aborted; they are retried when their leases end')
      dispatcher.abort()
      await endsWithin(abortTimeout, ended)
    },
  }
}

async function endsWithin(milliseconds: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  const inTime = work.then(() => true)
  const ended = await Promise.race([inTime, tooLate])
  clearTimeout(timer)
  return ended
}
