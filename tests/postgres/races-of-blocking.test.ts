import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { friday } from '../runtime/slots.ts'
import { expectConsistency, outboxLetters, rounds, startServerPair, tally } from './race.ts'
import { callsAbout } from './racing-calls.ts'

const pair = await startServerPair()
const masjid = await insertMasjid(pair.database)
const khateeb = await insertKhateeb(pair.database)
const slot = { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' }
const calls = callsAbout(slot, masjid, khateeb)
beforeEach(async () => {
  await pair.clear()
  await pair.callInOrder(calls.posts)
})
afterEach(() => expectConsistency(pair))

const once = { changed: 1, same: 24 }

describe.each(rounds)('round %i', () => {
  test.each([
    [
      'a request made while its masjid blocks the khateeb',
      calls.blocksKhateeb,
      calls.requests,
      [`request_received to ${masjid.email}`, `request_rejected to ${khateeb.email}`],
    ],
    [
      'an invite made while its khateeb blocks the masjid',
      calls.blocksMasjid,
      calls.invites,
      [`invite_received to ${khateeb.email}`, `invite_rejected to ${masjid.email}`],
    ],
  ] as const)('%s is rejected or refused, never left pending', async (_, blocks, proposes, letters) => {
    const [blocked = [], proposed = []] = await pair.race(blocks, proposes)
    expect(tally(blocked)).toEqual(once)
    expect(new Set(proposed.filter((it) => it !== 'changed' && it !== 'same'))).toEqual(
      new Set(['not_accepting']),
    )
    expect(await outboxLetters(pair)).toEqual(proposed.includes('changed') ? letters : [])
  })

  test.each([
    [
      'an invite accepted while its masjid blocks the khateeb is accepted or revoked',
      calls.invites,
      calls.blocksKhateeb,
      calls.acceptsInvite,
      `invite_accepted to ${masjid.email}`,
      `invite_revoked to ${khateeb.email}`,
    ],
    [
      'a request approved while its khateeb blocks the masjid is approved or revoked',
      calls.requests,
      calls.blocksMasjid,
      calls.approvesRequest,
      `request_approved to ${khateeb.email}`,
      `request_revoked to ${masjid.email}`,
    ],
  ] as const)('%s', async (_, proposes, blocks, confirms, confirmation, revocation) => {
    await pair.callInOrder(proposes)
    const earlier = await outboxLetters(pair)
    const [, confirmed = []] = await pair.race(blocks, confirms)
    const wasConfirmed = confirmed.includes('changed')
    expect(new Set(confirmed)).toEqual(new Set(wasConfirmed ? ['changed', 'same'] : ['proposal_revoked']))
    expect(await outboxLetters(pair)).toEqual(
      [...earlier, wasConfirmed ? confirmation : revocation].toSorted(),
    )
  })

  test('a khateeb and a masjid who block each other concurrently both succeed', async () => {
    await pair.callInOrder(calls.requests)
    const answers = await pair.race(calls.blocksMasjid, calls.blocksKhateeb)
    expect(answers.map(tally)).toEqual([once, once])
    // The first block ended the request, so the second had nothing to end.
    const closingLetters = (await outboxLetters(pair)).filter((it) => !it.startsWith('request_received'))
    expect([`request_revoked to ${masjid.email}`, `request_rejected to ${khateeb.email}`]).toContain(
      closingLetters.join(),
    )
  })
})
