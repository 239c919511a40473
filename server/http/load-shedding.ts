import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/** Milliseconds over which it is measured how late the event loop is. */
const measuredOver = 1_000

/** Turns calls away while the server can't keep up, so that those it has begun with are answered. */
export async function shedLoad(server: FastifyInstance): Promise<void> {
  let isStarting = true
  server.addHook('onListen', async () => {
    // The measurement under way may be of the start, and holds for as long again: who calls first isn't refused for it.
    setTimeout(() => (isStarting = false), 2 * measuredOver).unref()
  })
  await server.register(underPressure, {
    sampleInterval: measuredOver,
    maxEventLoopDelay: 2_000,
    async pressureHandler() {
      if (!isStarting) throw new Failure('unavailable', { because: 'event_loop' })
    },
  })
}
