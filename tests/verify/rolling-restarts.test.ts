import { expect, test } from 'vitest'
import { withDatabase } from '../../tools/postgres/connections.ts'
import type { ServerProcess } from '../../tools/server/server-process.ts'
import { recordMeasurement } from '../../tools/test/measurement.ts'
import { createSlotPoster } from '../faults/post-slots.ts'
import { repeatUntilStopped } from '../faults/repeat-until-stopped.ts'
import { insertMasjids } from '../runtime/insert-people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'
import { startLoadBalancer } from './load-balancer.ts'

const restarts = 20
const calls = 100_000
const readers = 24
const writers = 4

test('no call fails in twenty rolling restarts of two servers behind a load balancer', {
  timeout: 20 * 60_000,
}, async ({ task }) => {
  const DATABASE_URL = await newDatabase()
  const balancer = await startLoadBalancer()
  async function begin(): Promise<ServerProcess> {
    const server = await startServer({ DATABASE_URL, DRAIN_SECONDS: '2' })
    balancer.add(server.url)
    return server
  }
  async function end(server: ServerProcess): Promise<void> {
    expect(await server.stop()).toBe(0)
    balancer.remove(server.url)
  }
  const bothAreHealthy = () =>
    expect.poll(() => balancer.countHealthy(), { interval: 20, timeout: 60_000 }).toBe(2)
  const servers = [await begin(), await begin()]
  await bothAreHealthy()
  const masjids = await withDatabase(DATABASE_URL, (database) => insertMasjids(database, writers))
  const posters = masjids.map((it) => createSlotPoster(balancer.url, it))

  const readStatuses: number[] = []
  /** The responses to failed reads. */
  const failures = new Set<string>()
  const stopReading = repeatUntilStopped(async () => {
    const response = await fetch(`${balancer.url}/random_ayah`)
    const body = await response.text()
    readStatuses.push(response.status)
    if (!response.ok) failures.add(`${response.status} ${body}`)
  }, readers)
  const stops = [stopReading, ...posters.map((poster) => poster.keepPosting())]
  const statuses = () => [readStatuses, ...posters.map((poster) => poster.statuses)].flat()

  for (let restart = 0; restart < restarts; restart += 1) {
    for (const [index, server] of servers.entries()) {
      await end(server)
      servers[index] = await begin()
      await bothAreHealthy()
    }
  }
  await expect
    .poll(() => statuses().length, { timeout: 10 * 60_000, interval: 100 })
    .toBeGreaterThanOrEqual(calls)
  await Promise.all(stops.map((stop) => stop()))

  for (const poster of posters) expect(await poster.lost()).toEqual([])
  const changes = posters.flatMap((poster) => poster.acknowledged).length
  recordMeasurement(task, {
    name: `${restarts} rolling restarts of two servers, ${statuses().length} calls (${changes} changes): calls that failed`,
    measured: statuses().filter((it) => it !== 200).length,
    unit: 'calls',
    atMost: 0,
  })
  expect([...failures]).toEqual([])
  expect(new Set(statuses())).toEqual(new Set([200]))
})
