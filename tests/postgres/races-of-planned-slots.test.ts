import { beforeEach, describe, expect, test } from 'vitest'
import { describeSlots } from '../../contract/khutbahs.ts'
import { inviteNewKhateeb } from '../../contract/members.ts'
import { approveRequest, inviteToLead, requestToLead } from '../../contract/proposals.ts'
import { databaseNow, type Tx } from '../../server/database/database.ts'
import { type InsertedAccount, insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { queuedLetters } from '../runtime/queued-letters.ts'
import { invariantViolations } from './invariants.ts'
import { expectConsistency, expectOutcomesIn, type RacingCall, rounds, startServerPair } from './race.ts'
import { callOf, savePlanCall } from './racing-calls.ts'

const pair = await startServerPair({ LIMIT_MEMBER_INVITATION: '1000/1' })
// Stop the clock on a Tuesday. On a Friday, the services of the day may be past, and then a weekly plan posts fewer slots.
await pair.setNow('2030-01-01T12:00:00Z')

let masjid: InsertedAccount
let khateeb: InsertedAccount
let slots: readonly { readonly id: string; readonly date: string }[]

beforeEach(async () => {
  await pair.clear()
  masjid = await insertMasjid(pair.database)
  khateeb = await insertKhateeb(pair.database)
  // Only an owner with a confirmed address can invite by email.
  const people = pair.database.db.updateTable('people').set({ email_verified_at: databaseNow })
  await people.where('id', '=', masjid.personId).execute()
  await pair.callInOrder(savePlanCall(masjid, '13:00'))
  slots = await pair.database.db
    .selectFrom('slots')
    .where('masjid_uid', '=', masjid.uid)
    .orderBy('starts_at')
    .select(['id', 'date'])
    .execute()
})

const closesAllDates: RacingCall = (...made) =>
  savePlanCall(masjid, '13:00', { closures: slots.map((it) => it.date) })(...made)

const slotIdAt = (index: number) => slots[index]?.id ?? ''

/** Returns for each of the plan's slots, soonest first, whether it is still posted. */
async function arePosted(): Promise<boolean[]> {
  const rows = await pair.database.db
    .selectFrom('slots')
    .where('masjid_uid', '=', masjid.uid)
    .orderBy('date')
    .select('removed_at')
    .execute()
  return rows.map((it) => it.removed_at === null)
}

describe.each(rounds)('round %i', () => {
  test('a weekly plan that closes dates keeps each slot that concurrently gets a request, an invite, an invitation by email or a note', async () => {
    const [saves = [], ...others] = await pair.race(
      closesAllDates,
      callOf(khateeb, requestToLead, { khateebId: 'me', slotId: slotIdAt(0) }),
      callOf(masjid, inviteToLead, { masjidUid: 'me', khateebUid: khateeb.uid, slotId: slotIdAt(1) }),
      callOf(masjid, inviteNewKhateeb, { email: 'bilal@minbar.example', slotId: slotIdAt(2) }),
      callOf(masjid, describeSlots, { masjidUid: 'me', slotIds: [slotIdAt(3)], note: 'Side door' }),
    )
    expectOutcomesIn(saves, 'changed', 'same')
    expectOutcomesIn(others.flat(), 'changed', 'same', 'not_found')
    expect(await arePosted()).toEqual(others.map((outcomes) => outcomes.includes('changed')))
    expect(await invariantViolations(pair.database)).toEqual([])
  })
})

test('a khateeb who is approved just before the weekly plan moves his slot gets the letter about a moved confirmed slot', async () => {
  const slotId = slotIdAt(0)
  await pair.callInOrder(callOf(khateeb, requestToLead, { khateebId: 'me', slotId }))
  const lockSlot = (tx: Tx) =>
    tx.selectFrom('slots').where('id', '=', slotId).forNoKeyUpdate().select('id').execute()
  const approves = callOf(masjid, approveRequest, { masjidUid: 'me', requesterId: khateeb.uid, slotId })
  expect(await pair.queueBehind(lockSlot, approves, savePlanCall(masjid, '14:00'))).toEqual([
    'changed',
    'changed',
  ])
  const moves = await queuedLetters(pair.database, khateeb.email, 'slot_moved')
  expect(moves.map((it) => it.was)).toEqual(['confirmed'])
  await expectConsistency(pair)
})
