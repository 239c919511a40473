import { setTimeout as after } from 'node:timers/promises'

/** Settles like `work`, or rejects after the timeout. The work itself goes on. */
export function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const tooLong = after(milliseconds, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${milliseconds / 1_000} seconds`)
  })
  return Promise.race([work, tooLong])
}
