import { setImmediate as turn } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { handleErrors } from './error-handler.ts'
import { shedLoad } from './load-shedding.ts'

let server: FastifyInstance
beforeEach(async () => {
  server = Fastify()
  handleErrors(server)
  server.get('/', async () => 'there')
  await shedLoad(server)
  await server.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => server.close())

/** Blocks the event loop for some milliseconds, then lets it run two turns. */
async function blockEventLoop(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
  for (let turns = 0; turns < 2; turns += 1) await turn()
}

test('a slow startup does not make the first call fail', async () => {
  await blockEventLoop(1_200)
  expect((await server.inject('/')).statusCode).toBe(200)
})

test('an overloaded server refuses calls with 503 and Retry-After', async () => {
  for (let time = 0; time < 3; time += 1) await blockEventLoop(2_200)
  const response = await server.inject('/')
  expect(response.statusCode).toBe(503)
  expect(response.json()).toMatchObject({ code: 'unavailable' })
  expect(response.headers['retry-after']).toBe('5')
})
