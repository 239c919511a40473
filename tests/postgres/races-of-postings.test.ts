import { beforeEach, describe, expect, test } from 'vitest'
import { addKhutbah, maxUpcomingSlots, removeSlot } from '../../contract/khutbahs.ts'
import { insertUpcomingSlots } from '../api/insert-slot.ts'
import { type InsertedAccount, insertMasjid } from '../runtime/insert-people.ts'
import { listSlots } from '../runtime/list-slots.ts'
import { friday, fridayAfter } from '../runtime/slots.ts'
import { clientFor, type RacingCall, rounds, startServerPair } from './race.ts'

const times = ['12:15', '13:15']

let masjid: InsertedAccount

const pair = await startServerPair()
beforeEach(async () => {
  await pair.clear()
  masjid = await insertMasjid(pair.database)
})

/** Posts the times for some weeks. Adds the new slots to `posted`. */
function postWeeksCall(posted: string[], date: string, weeks: number): RacingCall {
  return async (url) => {
    const result = await clientFor(masjid, url).call(addKhutbah, { masjidUid: 'me', date, times, weeks })
    posted.push(...result.slots.filter((it) => it.isNew).map((it) => `${it.date} ${it.time}`))
    return result
  }
}

const season = Array.from({ length: 15 }, (_, week) => fridayAfter(week))

describe.each(rounds)('round %i', () => {
  test('concurrent postings of two overlapping series of Fridays post each slot once', async () => {
    const posted: string[] = []
    await pair.shortRace(postWeeksCall(posted, friday, 13), postWeeksCall(posted, fridayAfter(2), 13))
    const expected = season.flatMap((date) => times.map((time) => `${date} ${time}`))
    expect(await listSlots(pair.database, masjid)).toEqual(expected)
    expect(posted.toSorted()).toEqual(expected)
  })

  test('concurrent postings through two servers leave a masjid with at most 1,000 upcoming slots', async () => {
    await insertUpcomingSlots(pair.database, masjid.uid, { count: maxUpcomingSlots - 3, now: friday })
    const calls = [30, 31, 32, 33, 34].map((weeks) => postWeeksCall([], fridayAfter(weeks), 1))
    await pair.shortRace(...calls)
    // There is room for three slots. A posting has two slots, so only one posting succeeds.
    expect(await listSlots(pair.database, masjid)).toHaveLength(maxUpcomingSlots - 1)
  })

  test('a slot that is removed while a concurrent call posts several Fridays exists once or not at all', async () => {
    const posted: string[] = []
    const slot = { masjidUid: 'me', khutbahDate: fridayAfter(1), khutbahTime: '13:15' }
    await pair.callInOrder(postWeeksCall([], fridayAfter(1), 1))
    const removes: RacingCall = (url) => clientFor(masjid, url).call(removeSlot, slot)
    await pair.shortRace(postWeeksCall(posted, friday, 3), removes)
    const removed = `${slot.khutbahDate} ${slot.khutbahTime}`
    const others = season.slice(0, 3).flatMap((date) => times.map((time) => `${date} ${time}`))
    const left = await listSlots(pair.database, masjid)
    expect(left.filter((it) => it !== removed)).toEqual(others.filter((it) => it !== removed))
    expect(left.filter((it) => it === removed).length).toBeLessThanOrEqual(1)
  })
})
