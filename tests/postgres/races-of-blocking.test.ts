import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { insertKhateeb, insertMasjid, type Member } from '../runtime/insert-people.ts'
import { friday, type Slot } from '../runtime/slots.ts'
import { letters, wrongs } from './race-results.ts'
import { accepts, approves, blocks, invites, posts, requests, shuts } from './racing-calls.ts'
import { type Arena, openArena, rounds, tally } from './server-pair.ts'

let arena: Arena
let masjid: Member
let khateeb: Member
let slot: Slot
beforeAll(async () => {
  arena = await openArena(inject('build'))
  masjid = await insertMasjid(arena.database)
  khateeb = await insertKhateeb(arena.database)
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
  test('a masjid that is being blocked as it invites is rejected or refused, and nothing stays pending', async () => {
    const [blocked = [], invited = []] = await arena.race(
      shuts(khateeb, masjid),
      invites(masjid, khateeb, slot),
    )
    expect(tally(blocked)).toEqual({ changed: 1, same: 24 })
    const { changed = 0 } = tally(invited)
    expect(new Set(invited.filter((it) => it !== 'changed' && it !== 'same'))).toEqual(
      new Set(['not_accepting']),
    )
    expect(await wrongs(arena)).toEqual([])
    expect(await letters(arena)).toEqual(
      changed === 0 ? [] : [`invite_received to ${khateeb.email}`, `invite_rejected to ${masjid.email}`],
    )
  })

  test('a request that is approved as its khateeb blocks the masjid is approved or revoked', async () => {
    await requests(khateeb, slot)(arena.servers[0].url, 0)
    const [, approved = []] = await arena.race(shuts(khateeb, masjid), approves(masjid, khateeb, slot))
    const wasConfirmed = approved.includes('changed')
    expect(new Set(approved)).toEqual(new Set(wasConfirmed ? ['changed', 'same'] : ['proposal_revoked']))
    expect(await wrongs(arena)).toEqual([])
    expect(await letters(arena)).toEqual(
      [
        `request_received to ${masjid.email}`,
        wasConfirmed ? `request_approved to ${khateeb.email}` : `request_revoked to ${masjid.email}`,
      ].toSorted(),
    )
  })

  test('two who block each other at once both have done so', async () => {
    await requests(khateeb, slot)(arena.servers[0].url, 0)
    const [his = [], its = []] = await arena.race(shuts(khateeb, masjid), blocks(masjid, khateeb))
    expect([tally(his), tally(its)]).toEqual([
      { changed: 1, same: 24 },
      { changed: 1, same: 24 },
    ])
    expect(await wrongs(arena)).toEqual([])
    // Whoever came first has answered the request; there was nothing left for the other.
    const told = (await letters(arena)).filter((it) => !it.startsWith('request_received'))
    expect([`request_revoked to ${masjid.email}`, `request_rejected to ${khateeb.email}`]).toContain(
      told.join(),
    )
  })
})
