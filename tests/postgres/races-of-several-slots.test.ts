import { beforeEach, describe, expect, test } from 'vitest'
import { removeSlots } from '../../contract/khutbahs.ts'
import { moveSlot, moveSlots } from '../../contract/slot-moves.ts'
import { type InsertedAccount, insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { friday } from '../runtime/slots.ts'
import { expectConsistency, expectOutcomesIn, rounds, startServerPair, tally } from './race.ts'
import { callOf, callsAt } from './racing-calls.ts'

const pair = await startServerPair()
const khateeb = await insertKhateeb(pair.database)
let masjid: InsertedAccount

beforeEach(async () => {
  masjid = await insertMasjid(pair.database)
  await pair.clear()
})

const slotRows = () =>
  pair.database.db
    .selectFrom('slots')
    .where('masjid_uid', '=', masjid.uid)
    .orderBy('starts_at')
    .select(['id', 'starts_at', 'removed_at', 'time'])
    .execute()

/** Returns a call that moves both slots from their current starts to these times. */
async function moveBothCall(...times: readonly string[]) {
  const rows = await slotRows()
  const moves = rows.map(({ id, starts_at }, index) => ({
    slotId: id,
    toDate: friday,
    toTime: times[index] ?? '',
    seenStart: starts_at.toISOString(),
  }))
  return callOf(masjid, moveSlots, { masjidUid: 'me', moves })
}

/** @param seenAssignments the assignments that the caller saw; without them, the call removes any confirmed khateeb */
async function removeBothCall(seenAssignments?: string[]) {
  const rows = await slotRows()
  const slotIds = rows.map(({ id }) => id).toReversed()
  return callOf(masjid, removeSlots, { masjidUid: 'me', slotIds, seenAssignments })
}

describe.each(rounds)('round %i', () => {
  const [one, other] = [() => callsAt(masjid, khateeb, '13:00'), () => callsAt(masjid, khateeb, '17:00')]
  const post = () => pair.callInOrder(one().posts, other().posts)

  test('the removal of two slots while a khateeb accepts an invite to one leaves no khateeb on a removed slot', async () => {
    await post()
    await pair.callInOrder(one().invites)
    const [removals = [], acceptances = []] = await pair.shortRace(
      await removeBothCall(),
      one().acceptsInvite,
    )
    expect(tally(removals)).toEqual({ changed: 1, same: 4 })
    // If the removal ends the assignment before an acceptance is repeated, the repetition fails with assignment_removed.
    expectOutcomesIn(acceptances, 'changed', 'same', 'assignment_removed', 'proposal_closed')
    expect((await slotRows()).every(({ removed_at }) => removed_at !== null)).toBe(true)
    await expectConsistency(pair)
  })

  test('either the removal of two open slots or the concurrent acceptance of an invite to one of them succeeds, not both', async () => {
    await post()
    await pair.callInOrder(one().invites)
    const [removals = [], acceptances = []] = await pair.shortRace(
      await removeBothCall([]),
      one().acceptsInvite,
    )
    const isFilled = acceptances.includes('changed')
    expect(tally(removals)).toEqual(isFilled ? { assignment_changed: 5 } : { changed: 1, same: 4 })
    expect(tally(acceptances)).toEqual(isFilled ? { changed: 1, same: 4 } : { proposal_closed: 5 })
    expect((await slotRows()).every(({ removed_at }) => removed_at === null)).toBe(isFilled)
    await expectConsistency(pair)
  })

  test('one call that removes two slots and concurrent calls that remove one of them succeed, and the data is consistent', async () => {
    await post()
    await pair.callInOrder(one().requests, other().invites)
    const outcomes = await pair.shortRace(await removeBothCall(), one().removesSlot, other().removesSlot)
    for (const own of outcomes) expectOutcomesIn(own, 'changed', 'same')
    await expectConsistency(pair)
  })

  test('a move of two slots and a concurrent move of one of them cannot both succeed: one fails with start_changed', async () => {
    await post()
    await pair.callInOrder(one().requests, one().approvesRequest)
    const [first] = await slotRows()
    const single = callOf(masjid, moveSlot, {
      masjidUid: 'me',
      slotId: first?.id ?? '',
      toDate: friday,
      toTime: '19:00',
      seenStart: first?.starts_at.toISOString() ?? '',
    })
    const outcomes = await pair.shortRace(await moveBothCall('14:00', '18:00'), single)
    const tallies = outcomes.map(tally).toSorted((own) => ('changed' in own ? -1 : 1))
    expect(tallies).toEqual([{ changed: 1, same: 4 }, { start_changed: 5 }])
    const times = (await slotRows()).map(({ time }) => time.slice(0, 5))
    expect([
      ['14:00', '18:00'],
      ['17:00', '19:00'],
    ]).toContainEqual(times)
    await expectConsistency(pair)
  })

  test('a move of two slots with a concurrent removal moves both slots before the removal, or neither', async () => {
    await post()
    await pair.callInOrder(one().invites, other().requests)
    const [moves = [], removals = []] = await pair.shortRace(
      await moveBothCall('14:00', '18:00'),
      await removeBothCall(),
    )
    expect(tally(removals)).toEqual({ changed: 1, same: 4 })
    expectOutcomesIn(moves, 'changed', 'same', 'not_found')
    const times = (await slotRows()).map(({ time }) => time.slice(0, 5))
    expect(times).toEqual(moves.includes('changed') ? ['14:00', '18:00'] : ['13:00', '17:00'])
    await expectConsistency(pair)
  })
})
