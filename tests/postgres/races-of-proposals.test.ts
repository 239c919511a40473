import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertKhateeb, insertKhateebs, insertMasjid } from '../runtime/insert-people.ts'
import { friday } from '../runtime/slots.ts'
import {
  type Contender,
  expectConsistency,
  expectOutcomesIn,
  outboxLetters,
  type RacingCall,
  raceTwoCalls,
  rounds,
  startServerPair,
  tally,
  winnerOf,
} from './race.ts'
import { callsAbout, callsAt } from './racing-calls.ts'

const pair = await startServerPair()
const masjid = await insertMasjid(pair.database)
const otherMasjid = await insertMasjid(pair.database)
const khateeb = await insertKhateeb(pair.database)
const rival = await insertKhateeb(pair.database)
const crowd = [khateeb, rival, ...(await insertKhateebs(pair.database, 48))]
const slot = { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' }
const calls = callsAbout(slot, masjid, khateeb)
const rivalCalls = callsAbout(slot, masjid, rival)
const crowdCalls = crowd.map((it) => callsAbout(slot, masjid, it))
const overlappingCalls = callsAt(otherMasjid, khateeb, '13:30')

beforeEach(async () => {
  await pair.clear()
  await pair.callInOrder(calls.posts)
})
afterEach(() => expectConsistency(pair))

const oneChangeTally = { changed: 1, same: 24 }
const letterToMasjid = (letter: string) => `${letter} to ${masjid.email}`
const letterToKhateeb = (letter: string) => `${letter} to ${khateeb.email}`

const accepts: Contender = [calls.acceptsInvite, 'proposal_accepted', letterToMasjid('invite_accepted')]
const rejectsInvite: Contender = [calls.rejectsInvite, 'proposal_rejected', letterToMasjid('invite_rejected')]
const revokesInvite: Contender = [calls.revokesInvite, 'proposal_revoked', letterToKhateeb('invite_revoked')]
const approves: Contender = [calls.approvesRequest, 'proposal_accepted', letterToKhateeb('request_approved')]
const rejectsRequest: Contender = [
  calls.rejectsRequest,
  'proposal_rejected',
  letterToKhateeb('request_rejected'),
]
const revokesRequest: Contender = [
  calls.revokesRequest,
  'proposal_revoked',
  letterToMasjid('request_revoked'),
]

describe.each(rounds)('round %i', () => {
  test('fifty concurrent approvals for one slot confirm one khateeb and notify the others', async () => {
    await Promise.all(crowdCalls.map((it) => pair.callInOrder(it.requests)))
    const outcomes = await pair.race(...crowdCalls.map((it) => it.approvesRequest))
    const winner = crowd[winnerOf(outcomes)]
    expect(tally(outcomes.flat())).toEqual({ changed: 1, slot_taken: 49 })
    expect(await outboxLetters(pair)).toEqual(
      [
        ...crowd.map(() => letterToMasjid('request_received')),
        `request_approved to ${winner?.email}`,
        ...crowd.filter((it) => it !== winner).map((it) => `rival_confirmed to ${it.email}`),
      ].toSorted(),
    )
  })

  test('two masjids with slots an hour apart can concurrently confirm one khateeb', async () => {
    const there = callsAt(otherMasjid, khateeb, '14:00')
    await pair.callInOrder(there.posts, calls.requests, there.requests)
    const outcomes = await pair.race(calls.approvesRequest, there.approvesRequest)
    expect(outcomes.map(tally)).toEqual(outcomes.map(() => oneChangeTally))
  })

  test.each<[string, readonly RacingCall[], Contender, Contender]>([
    [
      'an invite that is accepted and revoked concurrently is only accepted or only revoked',
      [calls.invites],
      accepts,
      revokesInvite,
    ],
    [
      'an invite that is accepted and rejected concurrently is only accepted or only rejected',
      [calls.invites],
      accepts,
      rejectsInvite,
    ],
    [
      'an invite that is rejected and revoked concurrently is only rejected or only revoked',
      [calls.invites],
      rejectsInvite,
      revokesInvite,
    ],
    [
      'a request that is approved and revoked concurrently is only approved or only revoked',
      [calls.requests],
      approves,
      revokesRequest,
    ],
    [
      'a request that is approved and rejected concurrently is only approved or only rejected',
      [calls.requests],
      approves,
      rejectsRequest,
    ],
    [
      'a request that is rejected and revoked concurrently is only rejected or only revoked',
      [calls.requests],
      rejectsRequest,
      revokesRequest,
    ],
    [
      'of a concurrent invite and request for one slot and khateeb, only one becomes pending',
      [],
      [calls.invites, 'already_invited', letterToKhateeb('invite_received')],
      [calls.requests, 'already_requested', letterToMasjid('request_received')],
    ],
    [
      'accepting an invite and concurrently approving another khateeb’s request for the same slot confirms only one khateeb',
      [calls.invites, rivalCalls.requests],
      [
        calls.acceptsInvite,
        'slot_taken',
        letterToMasjid('invite_accepted'),
        `rival_confirmed to ${rival.email}`,
      ],
      [
        rivalCalls.approvesRequest,
        'slot_taken',
        `request_approved to ${rival.email}`,
        letterToKhateeb('rival_confirmed'),
      ],
    ],
    [
      'of two concurrent confirmations of one khateeb for overlapping slots of two masjids, only one succeeds',
      [overlappingCalls.posts, calls.requests, overlappingCalls.invites],
      [
        calls.approvesRequest,
        'khateeb_busy',
        letterToKhateeb('request_approved'),
        `khateeb_booked_elsewhere to ${otherMasjid.email}`,
      ],
      [
        overlappingCalls.acceptsInvite,
        'khateeb_busy',
        `invite_accepted to ${otherMasjid.email}`,
        letterToMasjid('khateeb_booked_elsewhere'),
      ],
    ],
  ])('%s', async (_, before, ...contenders) => {
    await pair.callInOrder(...before)
    const earlier = await outboxLetters(pair)
    const [, , ...letters] = await raceTwoCalls(pair, ...contenders)
    expect(await outboxLetters(pair)).toEqual([...earlier, ...letters].toSorted())
  })

  test('a request for a slot that is being filled is refused or closed, never left pending', async () => {
    await pair.callInOrder(calls.requests)
    const [approval = [], ...others] = await pair.race(
      calls.approvesRequest,
      ...crowdCalls.slice(1).map((it) => it.requests),
    )
    expect(approval).toEqual(['changed'])
    expectOutcomesIn(others.flat(), 'changed', 'slot_taken')
  })

  test('a request of a khateeb who is being confirmed for an overlapping slot is refused or closed, never left pending', async () => {
    const there = callsAt(otherMasjid, khateeb, '13:59')
    await pair.callInOrder(there.posts, calls.requests)
    const [approval = [], elsewhere = []] = await pair.race(calls.approvesRequest, there.requests)
    expect(tally(approval)).toEqual(oneChangeTally)
    expectOutcomesIn(elsewhere, 'changed', 'same', 'khateeb_busy')
  })

  test('an approval during the removal of its slot either succeeds before the removal or fails', async () => {
    await pair.callInOrder(calls.requests)
    const [approval = [], removal = []] = await pair.race(calls.approvesRequest, calls.removesSlot)
    expect(tally(removal)).toEqual(oneChangeTally)
    const wasApproved = approval.includes('changed')
    expect(approval.filter((it) => it === 'changed')).toHaveLength(wasApproved ? 1 : 0)
    // A repeated approval is refused once the removal has ended the assignment.
    const ofRepetitions = wasApproved ? ['changed', 'same', 'assignment_removed'] : ['proposal_closed']
    expectOutcomesIn(approval, ...ofRepetitions)
    expect(await outboxLetters(pair)).toEqual(
      [
        letterToMasjid('request_received'),
        ...(wasApproved ? [letterToKhateeb('request_approved')] : []),
        letterToKhateeb('slot_removed'),
      ].toSorted(),
    )
  })

  test('requests during the removal of their slot are refused, or closed with a letter to the khateeb', async () => {
    const [removal = [], ...asked] = await pair.race(
      calls.removesSlot,
      ...crowdCalls.slice(1).map((it) => it.requests),
    )
    expect(removal).toEqual(['changed'])
    expectOutcomesIn(asked.flat(), 'changed', 'not_found')
    const made = crowd.slice(1).filter((_, index) => asked[index]?.includes('changed'))
    expect(await outboxLetters(pair)).toEqual(
      made.flatMap((it) => [letterToMasjid('request_received'), `slot_removed to ${it.email}`]).toSorted(),
    )
  })

  test.each([
    [
      'a request that is sent while the masjid blocks the khateeb',
      calls.blocksKhateeb,
      calls.requests,
      [letterToMasjid('request_received'), letterToKhateeb('request_rejected')],
    ],
    [
      'an invite that is sent while the khateeb blocks the masjid',
      calls.blocksMasjid,
      calls.invites,
      [letterToKhateeb('invite_received'), letterToMasjid('invite_rejected')],
    ],
  ] as const)('%s is rejected or refused, and never stays pending', async (_, blocks, proposes, letters) => {
    const [blocked = [], proposed = []] = await pair.race(blocks, proposes)
    expect(tally(blocked)).toEqual(oneChangeTally)
    expect(new Set(proposed.filter((it) => it !== 'changed' && it !== 'same'))).toEqual(
      new Set(['not_accepting']),
    )
    expect(await outboxLetters(pair)).toEqual(proposed.includes('changed') ? letters : [])
  })

  test.each([
    [
      'an invite that is accepted while the masjid blocks the khateeb is either accepted or revoked',
      calls.invites,
      calls.blocksKhateeb,
      calls.acceptsInvite,
      letterToMasjid('invite_accepted'),
      letterToKhateeb('invite_revoked'),
    ],
    [
      'a request that is approved while the khateeb blocks the masjid is either approved or revoked',
      calls.requests,
      calls.blocksMasjid,
      calls.approvesRequest,
      letterToKhateeb('request_approved'),
      letterToMasjid('request_revoked'),
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
    const outcomes = await pair.race(calls.blocksMasjid, calls.blocksKhateeb)
    expect(outcomes.map(tally)).toEqual([oneChangeTally, oneChangeTally])
    // The first block ended the request, so the second had nothing to end.
    const closingLetters = (await outboxLetters(pair)).filter((it) => !it.startsWith('request_received'))
    expect([letterToMasjid('request_revoked'), letterToKhateeb('request_rejected')]).toContain(
      closingLetters.join(),
    )
  })
})

test.each(rounds)(
  'an invite on a date that the khateeb is setting as away is sent before the change, or is refused (round %i)',
  async () => {
    const { id: newest } = await pair.database.db
      .selectFrom('audit')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    const [, invited = []] = await pair.shortRace(calls.goesAway, calls.invites)
    const wasSent = invited.includes('changed')
    expect(new Set(invited)).toEqual(new Set(wasSent ? ['changed', 'same'] : ['khateeb_unavailable']))
    expect(await outboxLetters(pair)).toEqual(wasSent ? [letterToKhateeb('invite_received')] : [])
    const events = await pair.database.db
      .selectFrom('audit')
      .where('id', '>', newest)
      .orderBy('id')
      .select('event')
      .execute()
    const before = wasSent ? ['invite_sent'] : []
    // Each of the five calls of the khateeb sets the date as away.
    expect(events.map(({ event }) => event)).toEqual([...before, ...Array(5).fill('availability_changed')])
  },
)
