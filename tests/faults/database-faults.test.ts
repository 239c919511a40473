import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { startPostgres, startStandby } from '../../tools/postgres/cluster.ts'
import { closeWhenDone } from '../runtime/close-when-done.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { createDatabase, query } from '../runtime/postgres-database.ts'
import { preloadOption } from '../runtime/run-doctor.ts'
import { outputOfFailedStart, startServer } from '../runtime/server-process.ts'
import {
  endedConnectionsFault,
  freezeFault,
  insertTwentyMasjids,
  longSilence,
  type NonEmptyMasjidList,
  recoverySecondsAfterRestart,
  recoverySecondsAfterSilence,
  runsPerFault,
} from './database-faults.ts'
import { startDatabaseProxy } from './database-proxy.ts'
import { createSlotPoster, postSlotWithKey, slotsOf, slotsToPost, statusOf } from './post-slots.ts'
import { type DatabaseFault, expectedOutcome, surviveFaults } from './survive-faults.ts'

const failovers = isVerifyRun ? 4 : 1
const lostCommits = isVerifyRun ? 1_000 : 20

/**
 * Returns a script to run before the server's code. The script resolves `name` to this machine. While `file` exists, it finds no address
 * for `name`: it looks up a name that ends with .invalid, and such names have no address (RFC 6761).
 */
const resolverScript = (file: string, name: string) => `
  import dns from 'node:dns'
  import { existsSync } from 'node:fs'
  const { lookup } = dns
  const addressOf = () => (existsSync('${file}') ? 'minbar.invalid' : '127.0.0.1')
  dns.lookup = (host, ...more) => lookup(host === '${name}' ? addressOf() : host, ...more)
`

describe('servers with DATABASE_URL', async () => {
  let cluster = await startPostgres({ durable: true })
  closeWhenDone(() => cluster.stop())
  const proxy = await startDatabaseProxy(await createDatabase(cluster.url))
  const server = await startServer({ DATABASE_URL: proxy.url })
  let masjids: NonEmptyMasjidList
  beforeEach(async () => {
    masjids = await insertTwentyMasjids(proxy.url)
  })

  const statusAt = async (path: string, url = server.url) => (await fetch(url + path)).status

  const faults: readonly DatabaseFault[] = [
    {
      what: 'is restarted',
      async cause() {
        await cluster.shutDown()
        await cluster.start()
      },
      recoversWithin: recoverySecondsAfterRestart,
    },
    {
      what: 'crashes',
      async cause() {
        await cluster.crash()
        await cluster.start()
      },
      recoversWithin: recoverySecondsAfterRestart,
    },
    endedConnectionsFault(() => proxy.url),
    {
      what: 'loses its network connections',
      cause: async () => proxy.closeConnections(),
      recoversWithin: recoverySecondsAfterRestart,
    },
    freezeFault(() => cluster.folder),
    {
      what: 'is cut off by packet loss for a while',
      async cause(postOnce) {
        proxy.dropPackets()
        expect(await postOnce()).toBe(503)
        await pause(longSilence)
        proxy.restore()
      },
      recoversWithin: recoverySecondsAfterSilence,
    },
  ]

  const failover: DatabaseFault = {
    what: 'fails over to a synchronous standby',
    async cause(postOnce) {
      const primary = cluster
      await primary.shutDown()
      const standby = await startStandby(primary)
      await expect.poll(postOnce, { interval: 10, timeout: 60_000 }).toBe(200)
      await primary.crash()
      await standby.promote()
      proxy.redirectTo(standby.url)
      cluster = standby
      await primary.stop()
    },
    recoversWithin: recoverySecondsAfterRestart,
  }

  test.for([
    ...faults.map((fault) => ({ ...fault, times: runsPerFault })),
    { ...failover, times: failovers },
  ])(
    'a server whose database $what responds only with 200 or 503, and loses no change',
    async ({ times, ...fault }, context) => {
      expect(await surviveFaults(context, server, masjids, fault, times)).toEqual(expectedOutcome)
    },
  )

  test('a change whose response was lost takes effect once when retried with its Idempotency-Key', async () => {
    const [masjid] = masjids
    const slots = slotsToPost()
    const results: (readonly string[])[] = []
    let posted = 0
    while (results.length < lostCommits) {
      const slot = slots.next().value
      const key = `lost-${slot}`.replaceAll(' ', '-')
      proxy.dropCommitResponses(1)
      const status = await statusOf(postSlotWithKey(server.url, masjid, slot, key))
      expect(proxy.commitResponsesToDrop()).toBe(0)
      const { added } = await postSlotWithKey(server.url, masjid, slot, key)
      // Leave out a call that succeeded: the lost response was the response to the commit of a background job.
      if (status !== 200) results.push(added)
      posted += 1
      expect([200, 503]).toContain(status)
    }
    // A change that took effect twice would be in `existing`, not in `added`.
    expect(results.filter((added) => added.length !== 1)).toEqual([])
    expect((await slotsOf(server.url, masjid)).size).toBe(posted)
  })

  test('a server whose database is read-only refuses changes with 503, fails /readyz, and answers reads', async () => {
    const [masjid] = masjids
    const poster = createSlotPoster(server.url, masjid)
    const name = new URL(proxy.url).pathname.slice(1)
    await query(proxy.url, `alter database ${name} set default_transaction_read_only = on`)
    proxy.closeConnections()
    expect(await poster.post()).toBe(503)
    expect(await statusAt('/readyz')).toBe(503)
    expect(await statusAt('/healthz')).toBe(200)
    expect((await slotsOf(server.url, masjid)).size).toBe(0)
    await query(
      proxy.url,
      `begin read write; alter database ${name} reset default_transaction_read_only; commit`,
    )
    proxy.closeConnections()
    await expect.poll(() => poster.post(), { interval: 50, timeout: 60_000 }).toBe(200)
  })

  test('a server that cannot resolve its database’s host name for a while responds with 503, and recovers', async () => {
    const folder = await newDataFolder()
    const hidden = join(folder, 'hidden')
    const host = 'database.minbar.test'
    const named = new URL(proxy.url)
    named.searchParams.set('host', host)
    const other = await startServer({
      DATABASE_URL: named.href,
      NODE_OPTIONS: preloadOption(resolverScript(hidden, host)),
    })
    const poster = createSlotPoster(other.url, masjids[0])
    expect(await poster.post()).toBe(200)
    await writeFile(hidden, '')
    proxy.closeConnections()
    expect(await poster.post()).toBe(503)
    expect(await statusAt('/readyz', other.url)).toBe(503)
    expect(await statusAt('/healthz', other.url)).toBe(200)
    await rm(hidden)
    await expect.poll(() => poster.post(), { interval: 50 }).toBe(200)
  })

  test('a server does not start on the schema of a newer version, and prints an error sentence', async () => {
    const url = await createDatabase(cluster.url)
    await (await startServer({ DATABASE_URL: url })).stop()
    await query(url, `insert into kysely_migration values ('9999-next.sql', now()::text)`)
    expect(await outputOfFailedStart({ DATABASE_URL: url })).toBe(
      'The database has the schema of a newer Minbar (9999-next.sql): start that version or a newer one.',
    )
  })

  test('a server does not start on a schema that is too old to upgrade, and prints an error sentence', async () => {
    const url = await createDatabase(cluster.url)
    await (await startServer({ DATABASE_URL: url })).stop()
    await query(
      url,
      `delete from kysely_migration where name > (select min(name) from kysely_migration);
       update kysely_migration set name = '0001-foundations.sql'`,
    )
    expect(await outputOfFailedStart({ DATABASE_URL: url })).toBe(
      'The database has the schema of an older Minbar (0001-foundations.sql), which this version cannot upgrade: start that version, or this one with an empty database.',
    )
  })
})
