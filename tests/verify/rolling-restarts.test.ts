import { expect, inject, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../server/database/postgres.ts'
import type { ServerProcess } from '../../tools/server/server-process.ts'
import { noteFigure } from '../../tools/test/figure.ts'
import { type PostedSlot, postSlotWithKey, slotsOf, slotsToPost, statusOf } from '../faults/post-slots.ts'
import { noRateLimits } from '../runtime/app.ts'
import { insertMasjids, type Member } from '../runtime/insert-people.ts'
import { createDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'
import { startLoadBalancer } from './load-balancer.ts'

const restarts = 20
const calls = 100_000
const readers = 24
const writers = 4

test('no call fails in twenty rolling restarts of two servers behind a load balancer', {
  timeout: 20 * 60_000,
}, async ({ task }) => {
  const DATABASE_URL = await createDatabase(inject('postgresCluster'))
  const balancer = await startLoadBalancer()
  onTestFinished(() => balancer.close())
  const running = new Set<ServerProcess>()
  onTestFinished(async () => {
    for (const server of running) await server.kill()
  })
  async function begin(): Promise<ServerProcess> {
    const server = await startServer(inject('build'), { ...noRateLimits, DATABASE_URL, DRAIN_SECONDS: '2' })
    running.add(server)
    balancer.add(server.url)
    return server
  }
  async function end(server: ServerProcess): Promise<void> {
    expect(await server.stop()).toBe(0)
    running.delete(server)
    balancer.remove(server.url)
  }
  const servers = [await begin(), await begin()]
  await balancer.untilHealthy(2)
  const database = openPostgres(DATABASE_URL, 1)
  const masjids = await insertMasjids(database, writers)
  await database.close()

  const over = new AbortController()
  const statuses: Record<number, number> = {}
  /** The answers to failed calls. */
  const failures = new Set<string>()
  const count = (status: number) => (statuses[status] = (statuses[status] ?? 0) + 1)
  const total = () => Object.values(statuses).reduce((sum, it) => sum + it, 0)
  async function read(): Promise<void> {
    while (!over.signal.aborted) {
      const answer = await fetch(`${balancer.url}/random_ayah`)
      const body = await answer.text()
      count(answer.status)
      if (!answer.ok) failures.add(`${answer.status} ${body}`)
    }
  }
  async function write(masjid: Member): Promise<readonly PostedSlot[]> {
    const acknowledged: PostedSlot[] = []
    const slots = slotsToPost()
    while (!over.signal.aborted) {
      const slot = slots.next().value
      const status = await statusOf(postSlotWithKey(balancer.url, masjid, slot))
      count(status)
      if (status === 200) acknowledged.push(slot)
    }
    return acknowledged
  }
  const reading = Promise.all(Array.from({ length: readers }, read))
  const writing = Promise.all(masjids.map(write))

  for (let restart = 0; restart < restarts; restart += 1) {
    for (const [index, server] of servers.entries()) {
      await end(server)
      servers[index] = await begin()
      await balancer.untilHealthy(2)
    }
  }
  await expect.poll(total, { timeout: 10 * 60_000, interval: 100 }).toBeGreaterThanOrEqual(calls)
  over.abort()
  await reading
  const acknowledged = await writing

  for (const [index, masjid] of masjids.entries()) {
    const found = await slotsOf(balancer.url, masjid)
    expect(acknowledged[index]?.filter((slot) => !found.has(slot))).toEqual([])
  }
  noteFigure(task, {
    name: `${restarts} rolling restarts of two servers, ${total()} calls (${acknowledged.flat().length} changes): calls that failed`,
    measured: total() - (statuses[200] ?? 0),
    unit: 'calls',
    atMost: 0,
  })
  expect([...failures]).toEqual([])
  expect(statuses).toEqual({ 200: total() })
})
