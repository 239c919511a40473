import type { FastifyBaseLogger } from 'fastify'
import type { Dispatcher } from './dispatcher.ts'

/** Milliseconds between looks into the outbox, and after one that failed. */
const betweenLooks = 1_000
const afterTrouble = 5_000

/** Milliseconds between renewals of leases: even one that fails leaves time for two more within a lease. */
const betweenRenewals = 10_000

/** Milliseconds that a stop waits for the letters in flight before it aborts them, and for the aborted ones to end. */
const stopWithin = 5_000
const abortWithin = 1_000

export interface OutboxPoller {
  /**
   * Claims no more letters, waits up to five seconds for those in flight, then aborts them. Resolves within six
   * seconds. An aborted letter is taken up again when its lease ends.
   */
  stop(): Promise<void>
}

/**
 * Keeps dispatching: looks into the outbox every second, and whenever a place becomes free. It polls because poolers
 * lose the notifications of a database.
 */
export function startOutboxPoller(dispatcher: Dispatcher, log: FastifyBaseLogger): OutboxPoller {
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
  const rounds = walk()

  async function walk(): Promise<void> {
    while (!stopping.aborted) {
      placeFreed = false
      const wait = await look()
      if (!stopping.aborted && !placeFreed) await pause(wait)
    }
  }

  /** Renews before it claims: after an outage of the database this process keeps its own letters where it can. */
  async function look(): Promise<number> {
    try {
      if (performance.now() - renewedAt >= betweenRenewals) {
        await dispatcher.renew()
        renewedAt = performance.now()
      }
      await dispatcher.take()
      return betweenLooks
    } catch (error) {
      log.error({ err: error }, 'the outbox could not be read; letters wait')
      return afterTrouble
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
    async stop() {
      stopper.abort()
      wake()
      const ended = rounds.then(() => dispatcher.settled())
      if (await endsWithin(stopWithin, ended)) return
      log.warn('letters in flight were aborted; they are taken up again when their leases end')
      dispatcher.abort()
      await endsWithin(abortWithin, ended)
    },
  }
}

/** Whether `work` ends within so many milliseconds. */
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
