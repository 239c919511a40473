import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { updateMasjid } from '../../contract/directory.ts'
import { khateebIn, type Member, masjidIn } from '../runtime/crowd.ts'
import { friday } from '../runtime/slots.ts'
import { type Arena, type Contestant, openArena, rounds, speaking, tally } from './arena.ts'
import { approves, posts, requests } from './contestants.ts'
import { letterDifferences } from './letters-due.ts'

let arena: Arena
let masjid: Member
let other: Member
let khateeb: Member

beforeAll(async () => {
  arena = await openArena(inject('build'))
  khateeb = await khateebIn(arena.database)
})
afterAll(() => arena.close())

beforeEach(async () => {
  masjid = await masjidIn(arena.database)
  other = await masjidIn(arena.database)
  await arena.clear()
})

async function first(...calls: readonly Contestant[]): Promise<void> {
  for (const call of calls) await call(arena.servers[0].url, 0)
}

describe.each(rounds)('round %i', () => {
  test('a masjid does not move its khateeb to another hour at which he is just being confirmed elsewhere', async () => {
    const here = { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' }
    const there = { masjidUid: other.uid, khutbahDate: friday, khutbahTime: '14:00' }
    await first(posts(masjid, friday, ['13:00']), posts(other, friday, ['14:00']))
    await first(requests(khateeb, here), approves(masjid, khateeb, here), requests(khateeb, there))
    // 13:00 in Chicago is 14:00 in Detroit.
    const moves: Contestant = (url) =>
      speaking(masjid, url).call(updateMasjid, { uid: 'me', timeZone: 'America/Chicago' })
    const [move = [], approval = []] = await arena.race(moves, approves(other, khateeb, there))
    expect([
      [{ changed: 25 }, { khateeb_busy: 25 }],
      [{ zone_overlap: 25 }, { changed: 1, same: 24 }],
    ]).toContainEqual([tally(move), tally(approval)])
    expect(await letterDifferences(arena.database)).toEqual([])
  })
})
