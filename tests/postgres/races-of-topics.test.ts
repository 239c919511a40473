import { beforeEach, describe, expect, test } from 'vitest'
import { nameTopic } from '../../contract/topics.ts'
import { type InsertedAccount, insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { friday, fridayAfter } from '../runtime/slots.ts'
import { expectConsistency, expectOutcomesIn, rounds, startServerPair, tally } from './race.ts'
import { callOf, callsAbout } from './racing-calls.ts'

const pair = await startServerPair()
const [khateeb, otherKhateeb] = [await insertKhateeb(pair.database), await insertKhateeb(pair.database)]
let masjid: InsertedAccount

beforeEach(async () => {
  masjid = await insertMasjid(pair.database)
  await pair.clear()
  await pair.database.db.deleteFrom('news').execute()
})

const callsOn = (khutbahDate: string, by: InsertedAccount) =>
  callsAbout({ masjidUid: masjid.uid, khutbahDate, khutbahTime: '13:00' }, masjid, by)

const assignments = () =>
  pair.database.db
    .selectFrom('assignments')
    .where('masjid_uid', '=', masjid.uid)
    .orderBy('starts_at')
    .select(['slot_id', 'topic', 'ended_at'])
    .execute()

const nameTopicCall = (by: InsertedAccount, slotId = '') =>
  callOf(by, nameTopic, { khateebUid: 'me', slotId, topic: 'Patience' })

async function confirm(date: string, by: InsertedAccount) {
  const { posts, invites, acceptsInvite } = callsOn(date, by)
  await pair.callInOrder(posts, invites, acceptsInvite)
}

describe.each(rounds)('round %i', () => {
  test('entering a topic while the slot is removed either succeeds first or gets not_found', async () => {
    await confirm(friday, khateeb)
    const [assignment] = await assignments()
    const [topics = [], removals = []] = await pair.shortRace(
      nameTopicCall(khateeb, assignment?.slot_id),
      callsOn(friday, khateeb).removesSlot,
    )
    expect(tally(removals)).toEqual({ changed: 1, same: 4 })
    expectOutcomesIn(topics, 'changed', 'same', 'not_found')
    const [after] = await assignments()
    expect(after?.topic).toBe(topics.includes('changed') ? 'Patience' : null)
    expect(after?.ended_at).not.toBeNull()
    await expectConsistency(pair)
  })

  test('if two khateebs enter the same topic concurrently, the masjid gets news of the repeated topic once', async () => {
    await confirm(friday, khateeb)
    await confirm(fridayAfter(1), otherKhateeb)
    const [one, two] = await assignments()
    const outcomes = await pair.shortRace(
      nameTopicCall(khateeb, one?.slot_id),
      nameTopicCall(otherKhateeb, two?.slot_id),
    )
    for (const own of outcomes) expect(tally(own)).toEqual({ changed: 1, same: 4 })
    const told = pair.database.db.selectFrom('news').where('kind', '=', 'topic_comes_again').select('id')
    expect(await told.execute()).toHaveLength(1)
    await expectConsistency(pair)
  })
})
