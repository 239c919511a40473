import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { updateMasjid } from '../../contract/directory.ts'
import { maxSlotsPerDate } from '../../contract/khutbahs.ts'
import { now, type Tx } from '../../server/database/database.ts'
import { insertKhateeb, insertMasjid, type Member } from '../runtime/insert-people.ts'
import { friday } from '../runtime/slots.ts'
import { letterDifferences } from './letter-consistency.ts'
import { outboxLetters, outcomeOf, rounds, startServerPair, tally } from './race.ts'
import { callOf, callsAbout, postsTimes } from './racing-calls.ts'

let masjid: Member
let other: Member

const pair = await startServerPair()
const khateeb = await insertKhateeb(pair.database)

beforeEach(async () => {
  masjid = await insertMasjid(pair.database)
  other = await insertMasjid(pair.database)
  await pair.clear()
})

/** The calls of the khateeb and a masjid about its slot at a time. */
const callsAt = (at: Member, khutbahTime: string) =>
  callsAbout({ masjidUid: at.uid, khutbahDate: friday, khutbahTime }, at, khateeb)

describe.each(rounds)('round %i', () => {
  test('a change of time zone cannot make a khateeb’s slot overlap one being confirmed elsewhere', async () => {
    const [here, there] = [callsAt(masjid, '13:00'), callsAt(other, '14:00')]
    await pair.callInOrder(here.posts, there.posts, here.requests, here.approvesRequest, there.requests)
    // 13:00 in Menominee is 14:00 in Detroit.
    const moves = callOf(masjid, updateMasjid, { uid: 'me', timeZone: 'America/Menominee' })
    const [move = [], approval = []] = await pair.race(moves, there.approvesRequest)
    expect([
      [{ changed: 25 }, { khateeb_busy: 25 }],
      [{ zone_overlap: 25 }, { changed: 1, same: 24 }],
    ]).toContainEqual([tally(move), tally(approval)])
    expect(await letterDifferences(pair.database)).toEqual([])
  })
})

test('concurrent postings for one date cannot exceed its slot limit', async () => {
  const hours = Array.from({ length: maxSlotsPerDate }, (_, hour) => String(hour).padStart(2, '0'))
  const at = ['00', '30'].map((minute) => hours.map((hour) => `${hour}:${minute}`))
  const answers = await pair.race(...at.map((times) => postsTimes(masjid, friday, times)))
  expect(answers.map(tally).toSorted((a) => ('changed' in a ? -1 : 1))).toEqual([
    { changed: 25 },
    { invalid_input: 25 },
  ])
})

test.each([
  ['approval', 'approvesRequest'],
  ['rejection', 'rejectsRequest'],
] as const)('the %s of a request that is expiring is refused', async (_, decides) => {
  const calls = callsAt(masjid, '13:00')
  await pair.callInOrder(calls.posts, calls.requests)
  const decision = await pair.database.transaction(async (tx) => {
    await tx.updateTable('proposals').set({ state: 'expired', decided_at: now }).execute()
    const call = { outcome: outcomeOf(calls[decides](pair.urlOf(1), 0)) }
    // The call has read the request as pending, and waits for its row lock.
    await expect.poll(() => waitingForLock(tx)).toBe(1)
    return call
  })
  expect(await decision.outcome).toBe('proposal_expired')
  expect(await outboxLetters(pair)).toEqual([`request_received to ${masjid.email}`])
})

async function waitingForLock(tx: Tx): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
  return rows.length
}
