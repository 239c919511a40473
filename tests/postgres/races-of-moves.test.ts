import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { reconfirmKhateeb } from '../../contract/assignments.ts'
import { maxSlotsPerDate } from '../../contract/khutbahs.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { type InsertedAccount, insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { queuedLetters } from '../runtime/queued-letters.ts'
import { friday } from '../runtime/slots.ts'
import { letterDifferences } from './letter-consistency.ts'
import {
  expectConsistency,
  expectOutcomesIn,
  outboxLetters,
  type RacingCall,
  rounds,
  startServerPair,
  tally,
} from './race.ts'
import {
  callOf,
  callsAbout,
  callsAt,
  deleteAccountCall,
  expireAllProposals,
  postTimesCall,
  setCheapPassword,
} from './racing-calls.ts'

let masjid: InsertedAccount
let otherMasjid: InsertedAccount

const pair = await startServerPair()
const khateeb = await insertKhateeb(pair.database)

beforeEach(async () => {
  masjid = await insertMasjid(pair.database)
  otherMasjid = await insertMasjid(pair.database)
  await pair.clear()
})

describe.each(rounds)('round %i', () => {
  test('a change of time zone cannot make a khateeb’s slot overlap with another slot for which he is being confirmed', async () => {
    const [here, there] = [callsAt(masjid, khateeb, '13:00'), callsAt(otherMasjid, khateeb, '14:00')]
    await pair.callInOrder(here.posts, there.posts, here.requests, here.approvesRequest, there.requests)
    // 13:00 in Menominee is 14:00 in Detroit, so the slots are then at the same time.
    const moves = callOf(masjid, updateMasjid, { uid: 'me', timeZone: 'America/Menominee' })
    const [move = [], approval = []] = await pair.race(moves, there.approvesRequest)
    expect([
      [{ changed: 25 }, { khateeb_busy: 25 }],
      [{ zone_overlap: 25 }, { changed: 1, same: 24 }],
    ]).toContainEqual([tally(move), tally(approval)])
    expect(await letterDifferences(pair.database)).toEqual([])
  })
})

test.each([
  ['request', 'requests'],
  ['invite', 'invites'],
] as const)(
  'a khateeb’s %s never stays pending if a concurrent change of another masjid’s time zone moves his khutbah there to the hour of the proposal’s slot',
  async (_, proposes) => {
    const [here, there] = [callsAt(masjid, khateeb, '13:00'), callsAt(otherMasjid, khateeb, '14:00')]
    await pair.callInOrder(here.posts, there.posts, here.requests, here.approvesRequest)
    // 13:00 in Menominee is 14:00 in Detroit, so the slots are then at the same time.
    const moves = callOf(masjid, updateMasjid, { uid: 'me', timeZone: 'America/Menominee' })
    const [move = [], proposal = []] = await pair.race(moves, there[proposes])
    expect(tally(move)).toEqual({ changed: 25 })
    expectOutcomesIn(proposal, 'changed', 'same', 'khateeb_busy')
    await expectConsistency(pair)
  },
)

test('a khateeb who is approved while the masjid moves gets a letter with the new address', async () => {
  const calls = callsAt(masjid, khateeb, '13:00')
  await pair.callInOrder(calls.posts, calls.requests)
  await pair.race(
    callOf(masjid, updateMasjid, { uid: 'me', masjidAddress: '9 Elm Street' }),
    calls.approvesRequest,
  )
  const [approval] = await queuedLetters(pair.database, khateeb.email, 'request_approved')
  const moves = await queuedLetters(pair.database, khateeb.email, 'masjid_moved')
  expect(moves).toHaveLength(1)
  const isToldOfNewAddress = moves[0]?.was === 'confirmed' || approval?.occasion.address === '9 Elm Street'
  expect(isToldOfNewAddress).toBe(true)
})

test.each<
  [
    string,
    'khateeb_withdrew' | 'khateeb_removed' | 'khateeb_left',
    (calls: ReturnType<typeof callsAbout>, leaving: InsertedAccount) => RacingCall,
  ]
>([
  ['withdraws', 'khateeb_withdrew', (calls) => calls.withdraws()],
  ['is removed', 'khateeb_removed', (calls) => calls.removesKhateeb()],
  ['deletes his account', 'khateeb_left', (_, leaving) => deleteAccountCall(leaving)],
])(
  'news of a khateeb who %s while the masjid changes its time zone has the new time zone',
  async (_, kind, endsOf) => {
    const leaving = await insertKhateeb(pair.database)
    await setCheapPassword(pair.database, leaving)
    const calls = callsAbout(
      { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' },
      masjid,
      leaving,
    )
    await pair.callInOrder(calls.posts, calls.requests, calls.approvesRequest)
    // The call reads the masjid in its old time zone, and then waits for the slot.
    const outcomes = await pair.queueBehind(
      async (tx) => {
        const zone = tx.updateTable('masjids').set({ time_zone: 'America/Menominee' })
        await zone.where('uid', '=', masjid.uid).execute()
        const starts = sql`update slots set starts_at = starts_at + interval '1 hour' where masjid_uid = ${masjid.uid}`
        await starts.execute(tx)
      },
      endsOf(calls, leaving),
    )
    expect(outcomes).toEqual(['changed'])
    const to = kind === 'khateeb_removed' ? leaving : masjid
    const [news] = await queuedLetters(pair.database, to.email, kind)
    expect(news?.occasion.timeZone).toBe('America/Menominee')
  },
)

test('a reconfirmation during a change of the time zone counts only for the start that the khateeb saw, or is refused', async () => {
  const calls = callsAt(masjid, khateeb, '13:00')
  await pair.callInOrder(calls.posts, calls.requests, calls.approvesRequest)
  const moveTo = (timeZone: string) => callOf(masjid, updateMasjid, { uid: 'me', timeZone })
  await pair.callInOrder(moveTo('America/Menominee'))
  const assignment = pair.database.db
    .selectFrom('assignments')
    .select(['starts_at', 'agreed_starts_at'])
    .where('khateeb_uid', '=', khateeb.uid)
  const seen = await assignment.executeTakeFirstOrThrow()
  const reconfirms = callOf(khateeb, reconfirmKhateeb, {
    khateebUid: 'me',
    seenStart: seen.starts_at.toISOString(),
    masjidUid: masjid.uid,
    khutbahDate: friday,
    khutbahTime: '13:00',
  })
  const [confirmed = []] = await pair.race(reconfirms, moveTo('America/Detroit'))
  expectOutcomesIn(confirmed, 'changed', 'same', 'start_changed')
  // The slot is back at the first start, to which the khateeb had agreed. He must confirm the first start again only if he agreed to the
  // other start during the race.
  const after = await assignment.executeTakeFirstOrThrow()
  expect(after.starts_at).toEqual(seen.agreed_starts_at)
  expect(after.agreed_starts_at).toEqual(confirmed.includes('changed') ? seen.starts_at : null)
})

test('concurrent postings for one date cannot exceed the date’s slot limit', async () => {
  const hours = Array.from({ length: maxSlotsPerDate }, (_, hour) => String(hour).padStart(2, '0'))
  const at = ['00', '30'].map((minute) => hours.map((hour) => `${hour}:${minute}`))
  const outcomes = await pair.race(...at.map((times) => postTimesCall(masjid, friday, times)))
  expect(outcomes.map(tally).toSorted((a) => ('changed' in a ? -1 : 1))).toEqual([
    { changed: 25 },
    { invalid_input: 25 },
  ])
})

test.each([
  ['approval', 'approvesRequest'],
  ['rejection', 'rejectsRequest'],
] as const)('the %s of a request that expires concurrently is refused', async (_, decides) => {
  const calls = callsAt(masjid, khateeb, '13:00')
  await pair.callInOrder(calls.posts, calls.requests)
  // The call reads the request as pending, and then waits for its row.
  expect(await pair.queueBehind(expireAllProposals, calls[decides])).toEqual(['proposal_expired'])
  expect(await outboxLetters(pair)).toEqual([`request_received to ${masjid.email}`])
})
