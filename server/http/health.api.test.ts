import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { expectRefusal, expectStatus } from '../../tests/api/raw-call.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { openPostgres } from '../database/postgres.ts'
import { serveHealth } from './health.ts'

const app = await startApp()

test.each([
  ['/healthz', 'ok'],
  ['/readyz', 'ready'],
])('%s responds with 200 %s', async (url, status) => {
  const response = await app.send({ url })
  expectStatus(response, 200)
  expect(JSON.parse(response.text)).toEqual({ status })
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('a server whose database is away responds with 200 at /healthz, and with 503 at /readyz', async () => {
  const database = openPostgres('postgres://minbar@127.0.0.1:1/minbar', 1)
  onTestFinished(() => database.close())
  const away = await startApp({ parts: { database } })
  expectStatus(await away.send({ url: '/healthz' }), 200)
  const response = await away.send({ url: '/readyz' })
  expectRefusal(response, 503, 'unavailable')
  expect(response.headers.get('retry-after')).toBe('5')
})

test('fifty concurrent readiness checks run at most two database statements', async () => {
  let statements = 0
  const database = openPostgres(app.url, 10, {
    onStatement: () => void (statements += 1),
  })
  const server = Fastify()
  onTestFinished(async () => {
    await server.close()
    await database.close()
  })
  serveHealth(server, database, new AbortController().signal)
  const crowd = Array.from({ length: 50 }, async () => (await server.inject('/readyz')).statusCode)
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([200]))
  expect(statements).toBeLessThanOrEqual(2)
  // A later check runs a new statement.
  const before = statements
  expect((await server.inject('/readyz')).statusCode).toBe(200)
  expect(statements).toBe(before + 1)
})
