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
})
afterEach(() => server.close())

/** Keeps the event loop from anything else for so many milliseconds, and lets it come round then. */
async function holdUp(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
  for (let turns = 0; turns < 2; turns += 1) await turn()
}

test('whoever calls first is not refused for what the start took', async () => {
  await shedLoad(server)
  await server.listen({ host: '127.0.0.1', port: 0 })
  await holdUp(1_200)
  expect((await server.inject('/')).statusCode).toBe(200)
})

test('calls are turned away while the server can’t keep up, and told when to try again', async () => {
  await shedLoad(server)
  await server.listen({ host: '127.0.0.1', port: 0 })
  for (let time = 0; time < 3; time += 1) await holdUp(2_200)
  const answer = await server.inject('/')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'unavailable' })
  expect(answer.headers['retry-after']).toBe('5')
})
