import { beforeEach, describe, expect, inject, test } from 'vitest'
import { insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { friday, type Slot } from '../runtime/slots.ts'
import { inconsistencies, outboxLetters } from './race-results.ts'
import {
  acceptsInvite,
  approvesRequest,
  blocksKhateeb,
  blocksMasjid,
  invitesKhateeb,
  postsTimes,
  requestsSlot,
} from './racing-calls.ts'
import { rounds, startServerPair, tally } from './server-pair.ts'

let slot: Slot
const pair = await startServerPair(inject('build'))
const masjid = await insertMasjid(pair.database)
const khateeb = await insertKhateeb(pair.database)
beforeEach(async () => {
  await pair.clear()
  slot = { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' }
  await postsTimes(masjid, friday, ['13:00'])(pair.servers[0].url, 0)
})

describe.each(rounds)('round %i', () => {
  test('a request made while its masjid blocks the khateeb is rejected or refused, never left pending', async () => {
    const [blocked = [], asked = []] = await pair.race(
      blocksKhateeb(masjid, khateeb),
      requestsSlot(khateeb, slot),
    )
    expect(tally(blocked)).toEqual({ changed: 1, same: 24 })
    const { changed = 0 } = tally(asked)
    expect(new Set(asked.filter((it) => it !== 'changed' && it !== 'same'))).toEqual(
      new Set(['not_accepting']),
    )
    expect(await inconsistencies(pair)).toEqual([])
    expect(await outboxLetters(pair)).toEqual(
      changed === 0 ? [] : [`request_received to ${masjid.email}`, `request_rejected to ${khateeb.email}`],
    )
  })

  test('an invite accepted while its masjid blocks the khateeb is accepted or revoked', async () => {
    await invitesKhateeb(masjid, khateeb, slot)(pair.servers[0].url, 0)
    const [, accepted = []] = await pair.race(blocksKhateeb(masjid, khateeb), acceptsInvite(khateeb, slot))
    const wasConfirmed = accepted.includes('changed')
    expect(new Set(accepted)).toEqual(new Set(wasConfirmed ? ['changed', 'same'] : ['proposal_revoked']))
    expect(await inconsistencies(pair)).toEqual([])
    expect(await outboxLetters(pair)).toEqual(
      [
        `invite_received to ${khateeb.email}`,
        wasConfirmed ? `invite_accepted to ${masjid.email}` : `invite_revoked to ${khateeb.email}`,
      ].toSorted(),
    )
  })
  test('an invite made while its khateeb blocks the masjid is rejected or refused, never left pending', async () => {
    const [blocked = [], invited = []] = await pair.race(
      blocksMasjid(khateeb, masjid),
      invitesKhateeb(masjid, khateeb, slot),
    )
    expect(tally(blocked)).toEqual({ changed: 1, same: 24 })
    const { changed = 0 } = tally(invited)
    expect(new Set(invited.filter((it) => it !== 'changed' && it !== 'same'))).toEqual(
      new Set(['not_accepting']),
    )
    expect(await inconsistencies(pair)).toEqual([])
    expect(await outboxLetters(pair)).toEqual(
      changed === 0 ? [] : [`invite_received to ${khateeb.email}`, `invite_rejected to ${masjid.email}`],
    )
  })

  test('a request approved while its khateeb blocks the masjid is approved or revoked', async () => {
    await requestsSlot(khateeb, slot)(pair.servers[0].url, 0)
    const [, approved = []] = await pair.race(
      blocksMasjid(khateeb, masjid),
      approvesRequest(masjid, khateeb, slot),
    )
    const wasConfirmed = approved.includes('changed')
    expect(new Set(approved)).toEqual(new Set(wasConfirmed ? ['changed', 'same'] : ['proposal_revoked']))
    expect(await inconsistencies(pair)).toEqual([])
    expect(await outboxLetters(pair)).toEqual(
      [
        `request_received to ${masjid.email}`,
        wasConfirmed ? `request_approved to ${khateeb.email}` : `request_revoked to ${masjid.email}`,
      ].toSorted(),
    )
  })

  test('a khateeb and a masjid who block each other concurrently both succeed', async () => {
    await requestsSlot(khateeb, slot)(pair.servers[0].url, 0)
    const [byKhateeb = [], byMasjid = []] = await pair.race(
      blocksMasjid(khateeb, masjid),
      blocksKhateeb(masjid, khateeb),
    )
    expect([tally(byKhateeb), tally(byMasjid)]).toEqual([
      { changed: 1, same: 24 },
      { changed: 1, same: 24 },
    ])
    expect(await inconsistencies(pair)).toEqual([])
    // The first block ended the request, so the second had nothing to end.
    const closingLetters = (await outboxLetters(pair)).filter((it) => !it.startsWith('request_received'))
    expect([`request_revoked to ${masjid.email}`, `request_rejected to ${khateeb.email}`]).toContain(
      closingLetters.join(),
    )
  })
})
