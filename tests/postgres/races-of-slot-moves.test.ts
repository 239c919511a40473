import { beforeEach, describe, expect, test } from 'vitest'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { acceptInvite, approveRequest, requestToLead } from '../../contract/proposals.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { type InsertedAccount, insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { friday } from '../runtime/slots.ts'
import {
  clientFor,
  expectConsistency,
  expectOutcomesIn,
  type RacingCall,
  rounds,
  startServerPair,
  tally,
} from './race.ts'
import { callOf, callsAt, postTimesCall } from './racing-calls.ts'

const pair = await startServerPair()
const khateeb = await insertKhateeb(pair.database)
let masjid: InsertedAccount
let otherMasjid: InsertedAccount

beforeEach(async () => {
  masjid = await insertMasjid(pair.database)
  otherMasjid = await insertMasjid(pair.database)
  await pair.clear()
})

/** Returns the id and the start of the masjid's only slot. */
async function onlySlot() {
  const { id, starts_at } = await pair.database.db
    .selectFrom('slots')
    .where('masjid_uid', '=', masjid.uid)
    .select(['id', 'starts_at'])
    .executeTakeFirstOrThrow()
  return { slotId: id, seenStart: starts_at.toISOString() }
}

interface SeenSlot {
  readonly slotId: string
  readonly seenStart?: string
}

const moveCall = (toTime: string, seen: SeenSlot) =>
  callOf(masjid, moveSlot, { masjidUid: 'me', toDate: friday, toTime, ...seen })

const assignments = () =>
  pair.database.db
    .selectFrom('assignments')
    .select(['starts_at as startsAt', 'agreed_starts_at as agreed', 'awaits_reconfirmation as isAsked'])
    .where('ended_at', 'is', null)
    .execute()

describe.each(rounds)('round %i', (round) => {
  test('a khateeb who accepts an invite while the slot moves is asked to confirm again, or the acceptance is refused', async () => {
    const calls = callsAt(masjid, khateeb, '13:00')
    await pair.callInOrder(calls.posts, calls.invites)
    const seen = await onlySlot()
    const accepts: RacingCall = async (url) => {
      const client = clientFor(khateeb, url)
      // Before the move locks the slot, it locks the masjid, so the acceptance would always win. In every second round, an extra call
      // delays the acceptance.
      if (round % 2 === 0) await client.call(getMyKhutbahs, { khateebUid: 'me' })
      return client.call(acceptInvite, { khateebUid: 'me', ...seen })
    }
    const [moves = [], acceptances = []] = await pair.race(
      moveCall('15:00', { slotId: seen.slotId }),
      accepts,
    )
    expect(tally(moves)).toEqual({ changed: 1, same: 24 })
    expectOutcomesIn(acceptances, 'changed', 'same', 'start_changed')
    const isAccepted = acceptances.includes('changed')
    const asked = { agreed: new Date(seen.seenStart), isAsked: true }
    expect(await assignments()).toMatchObject(isAccepted ? [asked] : [])
    await expectConsistency(pair)
  })

  test('a khateeb whose request is approved while the slot moves is always asked to confirm the new time', async () => {
    const calls = callsAt(masjid, khateeb, '13:00')
    await pair.callInOrder(calls.posts, calls.requests)
    const { slotId, seenStart } = await onlySlot()
    const approves = callOf(masjid, approveRequest, { masjidUid: 'me', requesterId: khateeb.uid, slotId })
    const [moves = [], approvals = []] = await pair.race(moveCall('15:00', { slotId }), approves)
    expect(tally(moves)).toEqual({ changed: 1, same: 24 })
    expect(tally(approvals)).toEqual({ changed: 1, same: 24 })
    expect(await assignments()).toMatchObject([{ agreed: new Date(seenStart), isAsked: true }])
    await expectConsistency(pair)
  })

  test('if two concurrent calls move one slot, one succeeds, and the other fails because the start has changed', async () => {
    const calls = callsAt(masjid, khateeb, '13:00')
    await pair.callInOrder(calls.posts, calls.requests, calls.approvesRequest)
    const seen = await onlySlot()
    const outcomes = await pair.race(moveCall('15:00', seen), moveCall('17:00', seen))
    const tallies = outcomes.map(tally)
    expect(tallies.toSorted((a) => ('changed' in a ? -1 : 1))).toEqual([
      { changed: 1, same: 24 },
      { start_changed: 25 },
    ])
    await expectConsistency(pair)
  })

  test('if a khateeb requests a slot while it moves to an hour for which another masjid is confirming him, the request never stays pending', async () => {
    const [here, there] = [callsAt(masjid, khateeb, '13:00'), callsAt(otherMasjid, khateeb, '15:30')]
    await pair.callInOrder(there.posts, there.requests, here.posts)
    const { slotId } = await onlySlot()
    const requests = callOf(khateeb, requestToLead, { khateebId: 'me', slotId })
    const moves = moveCall('15:00', { slotId })
    const [moved = [], requested = [], approved = []] = await pair.race(
      moves,
      requests,
      there.approvesRequest,
    )
    expectOutcomesIn(moved, 'changed', 'same')
    expectOutcomesIn(requested, 'changed', 'same', 'khateeb_busy')
    expectOutcomesIn(approved, 'changed', 'same')
    await expectConsistency(pair)
  })

  test('if a slot moves while another masjid approves a khateeb for an overlapping hour, his request for the moved slot never stays pending', async () => {
    const [here, there] = [callsAt(masjid, khateeb, '13:00'), callsAt(otherMasjid, khateeb, '15:30')]
    await pair.callInOrder(here.posts, there.posts, here.requests, there.requests)
    const { slotId } = await onlySlot()
    const [moves = [], approvals = []] = await pair.race(moveCall('15:00', { slotId }), there.approvesRequest)
    expect(tally(moves)).toEqual({ changed: 1, same: 24 })
    expect(tally(approvals)).toEqual({ changed: 1, same: 24 })
    await expectConsistency(pair)
  })

  test('either another masjid’s approval of a khateeb or a concurrent move of his slot to the same hour succeeds, not both', async () => {
    const [here, there] = [callsAt(masjid, khateeb, '13:00'), callsAt(otherMasjid, khateeb, '15:30')]
    await pair.callInOrder(here.posts, here.requests, here.approvesRequest, there.posts, there.requests)
    const { slotId } = await onlySlot()
    const outcomes = await pair.race(moveCall('15:00', { slotId }), there.approvesRequest)
    expect(outcomes.map(tally).toSorted((a) => ('changed' in a ? -1 : 1))).toEqual([
      { changed: 1, same: 24 },
      { khateeb_busy: 25 },
    ])
    await expectConsistency(pair)
  })

  test('two slots never move concurrently to the same time, or to the time of a slot that is being posted', async () => {
    await pair.callInOrder(postTimesCall(masjid, friday, ['13:00', '14:30']))
    const slots = await pair.database.db.selectFrom('slots').select('id').execute()
    const [one = [], two = [], posts = []] = await pair.race(
      ...slots.map(({ id }) => moveCall('17:00', { slotId: id })),
      postTimesCall(masjid, friday, ['17:00']),
    )
    expectOutcomesIn([...one, ...two], 'changed', 'same', 'slot_exists')
    expectOutcomesIn(posts, 'changed')
    await expectConsistency(pair)
  })
})
