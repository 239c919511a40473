import { beforeEach, describe, expect, test } from 'vitest'
import { describeSlots } from '../../contract/khutbahs.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { type InsertedAccount, insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { friday } from '../runtime/slots.ts'
import { expectConsistency, expectOutcomesIn, rounds, startServerPair, tally } from './race.ts'
import { callOf, callsAbout } from './racing-calls.ts'

const pair = await startServerPair()
const khateeb = await insertKhateeb(pair.database)
let masjid: InsertedAccount

beforeEach(async () => {
  masjid = await insertMasjid(pair.database)
  await pair.clear()
})

const calls = () =>
  callsAbout({ masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' }, masjid, khateeb)

const slotRow = () =>
  pair.database.db
    .selectFrom('slots')
    .where('masjid_uid', '=', masjid.uid)
    .select(['id', 'starts_at', 'removed_at', 'time', 'language', 'note'])
    .executeTakeFirstOrThrow()

async function describeCall() {
  const { id } = await slotRow()
  return callOf(masjid, describeSlots, {
    masjidUid: 'me',
    slotIds: [id],
    language: 'ur',
    note: 'Park behind.',
  })
}

/** Counts the khateeb's news about a changed language or note. */
const slotWordsNewsCount = async () =>
  (await pair.database.db.selectFrom('news').where('kind', '=', 'slot_described').select('id').execute())
    .length

describe.each(rounds)('round %i', () => {
  test('describing a slot while it is removed either succeeds first or gets not_found', async () => {
    const { posts, removesSlot } = calls()
    await pair.callInOrder(posts)
    const [words = [], removals = []] = await pair.shortRace(await describeCall(), removesSlot)
    expect(tally(removals)).toEqual({ changed: 1, same: 4 })
    expectOutcomesIn(words, 'changed', 'same', 'not_found')
    expect((await slotRow()).language).toBe(words.includes('changed') ? 'ur' : null)
    await expectConsistency(pair)
  })

  test('a new note and a concurrent move of the same slot both take effect once', async () => {
    await pair.callInOrder(calls().posts)
    const { id, starts_at } = await slotRow()
    const to = { toDate: friday, toTime: '15:00', seenStart: starts_at.toISOString() }
    const moves = callOf(masjid, moveSlot, { masjidUid: 'me', slotId: id, ...to })
    const outcomes = await pair.shortRace(await describeCall(), moves)
    expect(outcomes.map(tally)).toEqual([
      { changed: 1, same: 4 },
      { changed: 1, same: 4 },
    ])
    expect(await slotRow()).toMatchObject({ time: '15:00:00', language: 'ur', note: 'Park behind.' })
    await expectConsistency(pair)
  })

  test('a khateeb who is confirmed while the slot’s note changes gets news of the note only if he was confirmed before the change', async () => {
    const { posts, invites, acceptsInvite } = calls()
    await pair.database.db.deleteFrom('news').execute()
    await pair.callInOrder(posts, invites)
    const [words = [], acceptances = []] = await pair.shortRace(await describeCall(), acceptsInvite)
    for (const own of [words, acceptances]) expect(tally(own)).toEqual({ changed: 1, same: 4 })
    const audited = await pair.database.db
      .selectFrom('audit')
      .where('masjid_uid', '=', masjid.uid)
      .where('event', 'in', ['slot_described', 'invite_accepted'])
      .orderBy('id')
      .select(['event', 'khateeb_uid'])
      .execute()
    const described = audited.find(({ event }) => event === 'slot_described')
    expect(await slotWordsNewsCount()).toBe(described?.khateeb_uid === null ? 0 : 1)
    await expectConsistency(pair)
  })
})
