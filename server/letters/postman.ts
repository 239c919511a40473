import type { FastifyBaseLogger } from 'fastify'

/** Milliseconds between looks into the outbox, and after one that failed. */
const betweenLooks = 1_000
const afterTrouble = 10_000

export interface Postman {
  /** Ends the rounds; resolves when the letters in hand are dealt with. */
  stop(): Promise<void>
}

/**
 * Keeps dispatching: every second, and without a pause while there are letters. Looking is what finds letters: a
 * notification of the database gets lost in a pooler.
 */
export function startPostman(dispatchOnce: () => Promise<number>, log: FastifyBaseLogger): Postman {
  let timer: NodeJS.Timeout | undefined
  const stopper = new AbortController()
  const stopping = stopper.signal
  let round = walk()

  async function walk(): Promise<void> {
    const wait = await dispatchAll()
    if (stopping.aborted) return
    timer = setTimeout(() => {
      round = walk()
    }, wait).unref()
  }

  async function dispatchAll(): Promise<number> {
    try {
      let dispatched: number
      do {
        dispatched = await dispatchOnce()
      } while (dispatched > 0 && !stopping.aborted)
      return betweenLooks
    } catch (error) {
      log.error({ err: error }, 'the outbox could not be read; letters wait')
      return afterTrouble
    }
  }

  return {
    async stop() {
      stopper.abort()
      clearTimeout(timer)
      await round
    },
  }
}
