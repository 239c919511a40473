import { expect, test } from 'vitest'
import { exportData } from '../../contract/identity.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { inviteToLead } from '../../contract/proposals.ts'
import { recordMeasurement } from '../../tools/test/measurement.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { newDatabase, query } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'

const url = await newDatabase()
const server = await startServer({ DATABASE_URL: url })

/** The number of letters to a thousand masjids and their khateebs in a month. */
const lettersOfOthers = 200_000
await query(
  url,
  `insert into letters (kind, recipient, props, sent_at)
   select 'welcome', 'other-' || n % 5000 || '@minbar.example', '{}', minbar_now() from generate_series(1, $1) n`,
  [lettersOfOthers],
)

/**
 * 100 weeks with 16 times make 1,600 slots, about as many as ten years with three slots each Friday. (Dates more than two years ahead
 * cannot be posted.)
 */
const weeks = 100

const day = 24 * 60 * 60_000
const times = Array.from({ length: 16 }, (_, nth) => `${6 + nth}:00`.padStart(5, '0'))

test('the data export of a large account takes less than ten seconds', { timeout: 10 * 60_000 }, async ({
  task,
}) => {
  const masjid = await newMasjid(server.url)
  const khateeb = await newKhateeb(server.url)
  for (let week = 0; week < weeks; week += 1) {
    const date = new Date(Date.now() + (2 + 7 * week) * day).toISOString().slice(0, 10)
    await masjid.client.call(addKhutbah, { masjidUid: 'me', date, times })
    for (const khutbahTime of times) {
      const slot = { masjidUid: masjid.uid, khutbahDate: date, khutbahTime }
      await masjid.client.call(inviteToLead, { khateebUid: khateeb.uid, ...slot })
    }
  }
  const begun = performance.now()
  const data = await masjid.client.call(exportData, {})
  const took = (performance.now() - begun) / 1_000
  const proposals = weeks * times.length
  expect(data.proposals).toHaveLength(proposals)
  recordMeasurement(task, {
    name: `export of a masjid with ${proposals} slots and as many invites, in a database with ${lettersOfOthers} other letters`,
    measured: took,
    unit: 's',
    atMost: 10,
  })
})
