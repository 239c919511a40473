import type { FastifyBaseLogger } from 'fastify'

/** Milliseconds between looks into the outbox, and after one that failed. */
const betweenLooks = 1_000
const afterTrouble = 10_000

export interface Postman {
  /** Looks into the outbox at once. */
  wake(): void
  /** Ends the rounds; resolves when the letters in hand are dealt with. */
  stop(): Promise<void>
}

/**
 * Keeps dispatching: every second, at once when woken, and without a pause while there are letters. Looking is what
 * finds letters: a notification of the database gets lost in a pooler.
 */
export function startPostman(dispatchOnce: () => Promise<number>, log: FastifyBaseLogger): Postman {
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let wanted = false
  const stopper = new AbortController()
  const stopping = stopper.signal

  function look(): void {
    clearTimeout(timer)
    wanted = true
    round ??= walk()
  }

  async function walk(): Promise<void> {
    const wait = await dispatchAll()
    round = undefined
    if (!stopping.aborted) timer = setTimeout(look, wanted ? 0 : wait).unref()
  }

  async function dispatchAll(): Promise<number> {
    try {
      while (wanted && !stopping.aborted) {
        wanted = false
        if ((await dispatchOnce()) > 0) wanted = true
      }
      return betweenLooks
    } catch (error) {
      wanted = false
      log.error({ err: error }, 'the outbox could not be read; letters wait')
      return afterTrouble
    }
  }

  look()
  return {
    wake: () => {
      if (!stopping.aborted) look()
    },
    async stop() {
      stopper.abort()
      clearTimeout(timer)
      await round
    },
  }
}
