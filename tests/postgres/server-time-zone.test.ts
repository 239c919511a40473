import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type ClockedServer, readAroundSlotStarts } from '../api/upcoming-over-time.ts'
import { usTimeZones } from '../api/us-time-zones.ts'
import { unlimited } from '../runtime/app.ts'
import { openTestDatabase, type TestDatabase } from '../runtime/database.ts'
import { startServer } from '../runtime/server-process.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** One for each offset, and one on either side of the date line. */
const some = usTimeZones.filter((it) => ['48126', '85004', '99546', '96910', '96799'].includes(it.zip))

test.each(['UTC', 'Asia/Karachi', 'America/Los_Angeles'])(
  'a server that lives in %s judges every clock alike',
  async (TZ) => {
    const server = await startServer(inject('build'), {
      ...unlimited,
      TZ,
      DATABASE_URL: database.url,
    })
    const served: ClockedServer = { ...database, baseUrl: server.url }
    for (const zone of some) {
      const { seen, right } = await readAroundSlotStarts(served, zone)
      expect(seen).toEqual(right)
    }
    expect(await server.stop()).toBe(0)
  },
)
