import { beforeEach, describe, expect, test } from 'vitest'
import { inviteKhateebs } from '../../contract/proposals.ts'
import { type InsertedAccount, insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { friday } from '../runtime/slots.ts'
import { expectConsistency, expectOutcomesIn, rounds, startServerPair, tally } from './race.ts'
import { callOf, callsAbout } from './racing-calls.ts'

const pair = await startServerPair({ LIMIT_PROPOSAL: '100000/60', LIMIT_UNCONFIRMED_PROPOSAL: '100000/60' })
const threeKhateebs = [
  await insertKhateeb(pair.database),
  await insertKhateeb(pair.database),
  await insertKhateeb(pair.database),
] as const
let masjid: InsertedAccount

beforeEach(async () => {
  masjid = await insertMasjid(pair.database)
  await pair.clear()
})

const callsOf = (khateeb: InsertedAccount, khutbahTime = '13:00') =>
  callsAbout({ masjidUid: masjid.uid, khutbahDate: friday, khutbahTime }, masjid, khateeb)

async function slots() {
  const rows = await pair.database.db.selectFrom('slots').select('id').orderBy('starts_at').execute()
  return rows.map(({ id }) => ({ slotId: id }))
}

const inviteAllCall = async (khateebs: readonly InsertedAccount[]) =>
  callOf(masjid, inviteKhateebs, {
    masjidUid: 'me',
    khateebUids: khateebs.map(({ uid }) => uid),
    slots: await slots(),
  })

const states = async () => {
  const rows = await pair.database.db.selectFrom('proposals').select('state').execute()
  return tally(rows.map(({ state }) => state))
}

describe.each(rounds)('round %i', () => {
  const [first, second, third] = threeKhateebs

  test('of two khateebs who concurrently accept invites to one slot, one is confirmed, and all other invites are closed', async () => {
    await pair.callInOrder(callsOf(first).posts)
    await pair.callInOrder(await inviteAllCall(threeKhateebs))
    const outcomes = await pair.shortRace(callsOf(first).acceptsInvite, callsOf(second).acceptsInvite)
    const tallies = outcomes.map(tally).toSorted((one) => ('changed' in one ? -1 : 1))
    expect(tallies).toEqual([{ changed: 1, same: 4 }, { slot_taken: 5 }])
    expect(await states()).toEqual({ accepted: 1, closed: 2 })
    await expectConsistency(pair)
  })

  test('concurrent calls that invite several khateebs, or one of them, send one invite for each khateeb and slot', async () => {
    await pair.callInOrder(callsOf(first).posts, callsOf(first, '15:00').posts)
    const all = await inviteAllCall(threeKhateebs)
    const reversed = await inviteAllCall([third, second, first])
    const outcomes = await pair.shortRace(
      all,
      callsOf(second).invites,
      reversed,
      callsOf(third, '15:00').invites,
    )
    for (const own of outcomes) expectOutcomesIn(own, 'changed', 'same')
    expect(await states()).toEqual({ pending: 6 })
    await expectConsistency(pair)
  })

  test('invites to several khateebs for a slot that is being filled are either all sent before it is filled or all refused', async () => {
    await pair.callInOrder(callsOf(first).posts, callsOf(first).requests)
    const [invites = [], approvals = []] = await pair.shortRace(
      await inviteAllCall([second, third]),
      callsOf(first).approvesRequest,
    )
    expect(tally(approvals)).toEqual({ changed: 1, same: 4 })
    expectOutcomesIn(invites, 'changed', 'same', 'slot_taken')
    const wereSent = invites.includes('changed')
    expect(await states()).toEqual({ accepted: 1, ...(wereSent && { closed: 2 }) })
    await expectConsistency(pair)
  })

  test('invites to several khateebs are either all sent or all refused if one khateeb concurrently sets the date as away', async () => {
    await pair.callInOrder(callsOf(first).posts)
    const [invites = []] = await pair.shortRace(await inviteAllCall(threeKhateebs), callsOf(second).goesAway)
    expectOutcomesIn(invites, 'changed', 'same', 'khateeb_unavailable')
    expect(await states()).toEqual(invites.includes('changed') ? { pending: 3 } : {})
    await expectConsistency(pair)
  })
})
