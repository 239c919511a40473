import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getMasjidDetails, getMasjids } from '../../contract/directory.ts'
import { getUser } from '../../contract/own-records.ts'
import { migrate } from '../../server/database/migrate.ts'
import { installedPgBouncer, startPgBouncer } from '../../tools/postgres/pgbouncer.ts'
import { statusOf } from '../faults/post-slots.ts'
import { clientOf } from '../runtime/app.ts'
import { closeWhenDone } from '../runtime/close-when-done.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { runTool } from '../runtime/run-tool.ts'
import { outputOfFailedStart, startServer } from '../runtime/server-process.ts'
import { approveKhateeb, fridayAfter, postSlot, requestSlot } from '../runtime/slots.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Starts PgBouncer in front of a new database. The end of the test stops it. */
async function openPooler() {
  const pooler = await startPgBouncer(installedPgBouncer ?? '', await newDatabase(), 3)
  closeWhenDone(() => pooler.stop())
  return pooler
}

describe('servers behind PgBouncer', () => {
  beforeEach(({ skip }) => skip(installedPgBouncer === undefined, 'PgBouncer is not installed'))

  test('two servers behind PgBouncer read and write without an error', async () => {
    const pooler = await openPooler()
    const settings = { DATABASE_URL: pooler.url, DATABASE_POOLER: 'transaction' }
    const one = await startServer(settings)
    const other = await startServer(settings)
    const masjid = await newMasjid(one.url)
    const khateeb = await newKhateeb(other.url)
    const there = clientOf(other.url, khateeb.token)
    const statuses = new Set<number>()
    for (let week = 0; week < 10; week += 1) {
      const slot = await postSlot(masjid, '13:00', fridayAfter(week))
      // All these calls share three connections.
      const reads = Array.from({ length: 40 }, (_, number) => {
        const client = number % 2 === 0 ? khateeb.client : there
        if (number % 3 === 0) return statusOf(client.call(getMasjidDetails, { masjidId: masjid.uid }))
        if (number % 3 === 1) return statusOf(client.call(getUser, { uid: 'me' }))
        return statusOf(client.call(getMasjids, { near: 'me', radius: '30' }))
      })
      await requestSlot(khateeb, slot)
      await approveKhateeb(masjid, khateeb, slot)
      for (const status of await Promise.all(reads)) statuses.add(status)
    }
    expect([...statuses]).toEqual([200])
    const { khutbahs } = await there.call(getMasjidDetails, { masjidId: masjid.uid })
    expect(khutbahs.map(({ times }) => times[0]?.standing)).toEqual(
      Array.from({ length: 10 }, () => 'confirmed'),
    )
  })

  test('a server behind PgBouncer without DATABASE_POOLER does not start, and its error shows the setting', async () => {
    const pooler = await openPooler()
    expect(await outputOfFailedStart({ DATABASE_URL: pooler.url })).toContain(
      'set DATABASE_POOLER to transaction',
    )
  })

  test('npm run backup through PgBouncer succeeds without a warning', async () => {
    const pooler = await openPooler()
    await migrate({ url: pooler.url })
    const env = { DATABASE_URL: pooler.url, DATABASE_POOLER: 'transaction', DATA_DIR: await newDataFolder() }
    expect(await runTool('backup', [], env)).toMatchObject({ code: 0, stderr: '' })
  })
})
