import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { updateMasjid } from '../../contract/directory.ts'
import { maxSlotsPerDate } from '../../contract/khutbahs.ts'
import { now, type Tx } from '../../server/database/database.ts'
import { insertKhateeb, insertMasjid, type Member } from '../runtime/insert-people.ts'
import { friday } from '../runtime/slots.ts'
import { letterDifferences } from './letter-consistency.ts'
import { letters } from './race-results.ts'
import { approves, posts, requests, turnsDown } from './racing-calls.ts'
import { type Arena, answerTo, type Contestant, openArena, rounds, speaking, tally } from './server-pair.ts'

let arena: Arena
let masjid: Member
let other: Member
let khateeb: Member

beforeAll(async () => {
  arena = await openArena(inject('build'))
  khateeb = await insertKhateeb(arena.database)
})
afterAll(() => arena.close())

beforeEach(async () => {
  masjid = await insertMasjid(arena.database)
  other = await insertMasjid(arena.database)
  await arena.clear()
})

async function first(...calls: readonly Contestant[]): Promise<void> {
  for (const call of calls) await call(arena.servers[0].url, 0)
}

describe.each(rounds)('round %i', () => {
  test('a masjid does not move its khateeb to another hour at which he is just being confirmed elsewhere', async () => {
    const here = { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' }
    const there = { masjidUid: other.uid, khutbahDate: friday, khutbahTime: '14:00' }
    await first(posts(masjid, friday, ['13:00']), posts(other, friday, ['14:00']))
    await first(requests(khateeb, here), approves(masjid, khateeb, here), requests(khateeb, there))
    // 13:00 in Menominee is 14:00 in Detroit.
    const moves: Contestant = (url) =>
      speaking(masjid, url).call(updateMasjid, { uid: 'me', timeZone: 'America/Menominee' })
    const [move = [], approval = []] = await arena.race(moves, approves(other, khateeb, there))
    expect([
      [{ changed: 25 }, { khateeb_busy: 25 }],
      [{ zone_overlap: 25 }, { changed: 1, same: 24 }],
    ]).toContainEqual([tally(move), tally(approval)])
    expect(await letterDifferences(arena.database)).toEqual([])
  })
})

test('postings for one date at once do not add up to more slots than it may have', async () => {
  const hours = Array.from({ length: maxSlotsPerDate }, (_, hour) => String(hour).padStart(2, '0'))
  const at = ['00', '30'].map((minute) => hours.map((hour) => `${hour}:${minute}`))
  const answers = await arena.race(...at.map((times) => posts(masjid, friday, times)))
  expect(answers.map(tally).toSorted((a) => ('changed' in a ? -1 : 1))).toEqual([
    { changed: 25 },
    { invalid_input: 25 },
  ])
})

test.each([
  ['approval', approves],
  ['rejection', turnsDown],
] as const)('the %s of a request that meets its expiry changes nothing', async (_, decides) => {
  const slot = { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' }
  await first(posts(masjid, friday, ['13:00']), requests(khateeb, slot))
  const decision = await arena.database.transaction(async (tx) => {
    await tx.updateTable('proposals').set({ state: 'expired', decided_at: now }).execute()
    const asked = { answer: answerTo(decides(masjid, khateeb, slot)(arena.servers[1].url, 0)) }
    // By now it has read that the request is pending, and waits to write.
    await expect.poll(() => waiting(tx)).toBe(1)
    return asked
  })
  expect(await decision.answer).toBe('proposal_expired')
  expect(await letters(arena)).toEqual([`request_received to ${masjid.email}`])
})

async function waiting(tx: Tx): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
  return rows.length
}
