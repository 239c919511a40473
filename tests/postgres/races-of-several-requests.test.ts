import { beforeEach, describe, expect, test } from 'vitest'
import { requestSlots } from '../../contract/proposals.ts'
import { type InsertedAccount, insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { friday, fridayAfter } from '../runtime/slots.ts'
import { expectConsistency, expectOutcomesIn, outboxLetters, rounds, startServerPair, tally } from './race.ts'
import { callOf, callsAbout, postTimesCall } from './racing-calls.ts'

const pair = await startServerPair({ LIMIT_PROPOSAL: '100000/60', LIMIT_UNCONFIRMED_PROPOSAL: '100000/60' })
const [khateeb, rival] = [await insertKhateeb(pair.database), await insertKhateeb(pair.database)]
let masjid: InsertedAccount
/** The ids of three slots: two slots on one Friday, an hour apart, and one slot a week later. */
let ids: string[]

const slot = () => ({ masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' })
const callsOf = (who: InsertedAccount) => callsAbout(slot(), masjid, who)

beforeEach(async () => {
  masjid = await insertMasjid(pair.database)
  await pair.clear()
  await pair.callInOrder(
    postTimesCall(masjid, friday, ['13:00', '14:00']),
    postTimesCall(masjid, fridayAfter(1), ['13:00']),
  )
  const rows = await pair.database.db.selectFrom('slots').select('id').orderBy('starts_at').execute()
  ids = rows.map(({ id }) => id)
})

const requestAllCall = (who: InsertedAccount, slotIds: readonly string[]) =>
  callOf(who, requestSlots, { khateebUid: 'me', slots: slotIds.map((slotId) => ({ slotId })) })

const states = async () => {
  const rows = await pair.database.db.selectFrom('proposals').select('state').execute()
  return tally(rows.map(({ state }) => state))
}

describe.each(rounds)('round %i', () => {
  test('requests for several slots, one of which is being filled, are either all sent before it is filled or all refused', async () => {
    await pair.callInOrder(callsOf(rival).requests)
    const [requests = [], approvals = []] = await pair.shortRace(
      requestAllCall(khateeb, ids),
      callsOf(rival).approvesRequest,
    )
    expect(tally(approvals)).toEqual({ changed: 1, same: 4 })
    expectOutcomesIn(requests, 'changed', 'same', 'slot_taken')
    const wereSent = requests.includes('changed')
    expect(await states()).toEqual({ accepted: 1, ...(wereSent && { closed: 1, pending: 2 }) })
    await expectConsistency(pair)
  })

  test('requests for several slots are either all sent or all refused if the khateeb is being confirmed at the hour of one slot', async () => {
    const elsewhere = await insertMasjid(pair.database)
    const overlapping = callsAbout(
      { masjidUid: elsewhere.uid, khutbahDate: friday, khutbahTime: '14:30' },
      elsewhere,
      khateeb,
    )
    await pair.callInOrder(overlapping.posts, overlapping.requests)
    const [several = [], approvals = []] = await pair.shortRace(
      requestAllCall(khateeb, ids.slice(1)),
      overlapping.approvesRequest,
    )
    expect(tally(approvals)).toEqual({ changed: 1, same: 4 })
    expectOutcomesIn(several, 'changed', 'same', 'khateeb_busy')
    const wereSent = several.includes('changed')
    expect(await states()).toEqual({ accepted: 1, ...(wereSent && { closed: 1, pending: 1 }) })
    await expectConsistency(pair)
  })

  test('a call for several slots and a concurrent call for one of them create one request for each slot', async () => {
    const outcomes = await pair.shortRace(requestAllCall(khateeb, ids), callsOf(khateeb).requests)
    for (const own of outcomes) expectOutcomesIn(own, 'changed', 'same')
    expect(await states()).toEqual({ pending: 3 })
    expect(await outboxLetters(pair)).toEqual(ids.map(() => `request_received to ${masjid.email}`))
    await expectConsistency(pair)
  })

  test('two concurrent calls with one slot in common create one request for each slot', async () => {
    const [first = '', second = '', third = ''] = ids
    const outcomes = await pair.shortRace(
      requestAllCall(khateeb, [first, second]),
      requestAllCall(khateeb, [third, second]),
    )
    expect(outcomes.map(tally)).toEqual(outcomes.map(() => ({ changed: 1, same: 4 })))
    expect(await states()).toEqual({ pending: 3 })
    expect(await outboxLetters(pair)).toEqual(ids.map(() => `request_received to ${masjid.email}`))
    await expectConsistency(pair)
  })
})
