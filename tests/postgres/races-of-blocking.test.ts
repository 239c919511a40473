import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { khateebIn, type Member, masjidIn } from '../runtime/crowd.ts'
import { friday, type Slot } from '../runtime/slots.ts'
import { type Arena, openArena, rounds, tally } from './arena.ts'
import { accepts, blocks, invites, posts, requests } from './contestants.ts'
import { letters, wrongs } from './outcome.ts'

let arena: Arena
let masjid: Member
let khateeb: Member
let slot: Slot
beforeAll(async () => {
  arena = await openArena(inject('build'))
  masjid = await masjidIn(arena.database)
  khateeb = await khateebIn(arena.database)
})
afterAll(() => arena.close())
beforeEach(async () => {
  await arena.clear()
  slot = { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' }
  await posts(masjid, friday, ['13:00'])(arena.servers[0].url, 0)
})

describe.each(rounds)('round %i', () => {
  test('a khateeb who is being blocked as he asks is rejected or refused, and nothing stays pending', async () => {
    const [blocked = [], asked = []] = await arena.race(blocks(masjid, khateeb), requests(khateeb, slot))
    expect(tally(blocked)).toEqual({ changed: 1, same: 24 })
    const { changed = 0 } = tally(asked)
    expect(new Set(asked.filter((it) => it !== 'changed' && it !== 'same'))).toEqual(
      new Set(['not_accepting']),
    )
    expect(await wrongs(arena)).toEqual([])
    expect(await letters(arena)).toEqual(
      changed === 0 ? [] : [`request_received to ${masjid.email}`, `request_rejected to ${khateeb.email}`],
    )
  })

  test('an invite that is accepted as its masjid blocks is accepted or revoked', async () => {
    await invites(masjid, khateeb, slot)(arena.servers[0].url, 0)
    const [, accepted = []] = await arena.race(blocks(masjid, khateeb), accepts(khateeb, slot))
    const wasConfirmed = accepted.includes('changed')
    expect(new Set(accepted)).toEqual(new Set(wasConfirmed ? ['changed', 'same'] : ['proposal_revoked']))
    expect(await wrongs(arena)).toEqual([])
    expect(await letters(arena)).toEqual(
      [
        `invite_received to ${khateeb.email}`,
        wasConfirmed ? `invite_accepted to ${masjid.email}` : `invite_revoked to ${khateeb.email}`,
      ].toSorted(),
    )
  })
})
