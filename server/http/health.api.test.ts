import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../tests/runtime/app.ts'
import { openPostgres } from '../database/postgres.ts'
import { serveHealth } from './health.ts'

const app = await startApp()

test('/healthz and /readyz answer 200', async () => {
  const [alive, ready] = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(app.baseUrl + path)))
  expect(await alive?.json()).toEqual({ status: 'ok' })
  expect(await ready?.json()).toEqual({ status: 'ready' })
})

test('concurrent readiness checks share one database statement', async () => {
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
  expect((await server.inject('/readyz')).statusCode).toBe(200)
  expect(statements).toBeGreaterThanOrEqual(2)
})
