import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/** Milliseconds between two measurements of the event loop delay. */
const sampleInterval = 1_000

/** Refuses calls with 503 while the event loop is over 2 seconds late, so that running calls can finish. */
export async function shedLoad(server: FastifyInstance): Promise<void> {
  let isStarting = true
  server.addHook('onListen', async () => {
    // The current sample may include the startup, and stays in use for one more interval. Ignore both intervals, so that the first calls
    // are not refused.
    setTimeout(() => (isStarting = false), 2 * sampleInterval).unref()
  })
  await server.register(underPressure, {
    sampleInterval,
    maxEventLoopDelay: 2_000,
    async pressureHandler() {
      if (!isStarting) throw new Failure('unavailable', { because: 'event_loop' })
    },
  })
}
