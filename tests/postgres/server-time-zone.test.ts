import { expect, test } from 'vitest'
import { type ClockedServer, readAroundSlotStarts } from '../api/upcoming-over-time.ts'
import { usTimeZones } from '../api/us-time-zones.ts'
import { openTestDatabase } from '../runtime/database.ts'
import { startServer } from '../runtime/server-process.ts'

const database = await openTestDatabase()

/** Time zones with different UTC offsets, on both sides of the date line. */
const someZones = usTimeZones.filter((it) => ['48126', '85004', '99546', '96910', '96799'].includes(it.zip))

test.each(['UTC', 'Asia/Karachi', 'America/Los_Angeles'])(
  'a server whose own time zone is %s archives khutbahs at the right instant on both sides of the date line',
  async (TZ) => {
    const server = await startServer({ TZ, DATABASE_URL: database.url })
    const served: ClockedServer = { ...database, baseUrl: server.url }
    for (const zone of someZones) {
      const { actual, expected } = await readAroundSlotStarts(served, zone)
      expect(actual).toEqual(expected)
    }
    expect(await server.stop()).toBe(0)
  },
)
