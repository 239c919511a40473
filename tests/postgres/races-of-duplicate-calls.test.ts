import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { getMasjid } from '../../contract/own-records.ts'
import { requestToLead } from '../../contract/proposals.ts'
import { insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { retryingClient } from '../runtime/retrying-client.ts'
import { friday } from '../runtime/slots.ts'
import {
  clientFor,
  expectConsistency,
  expectOutcomesIn,
  outboxLetters,
  outcomeOf,
  type RacingCall,
  raceTwoCalls,
  rounds,
  startServerPair,
  tally,
} from './race.ts'
import { callsAbout, postTimesCall } from './racing-calls.ts'

const pair = await startServerPair()
const masjid = await insertMasjid(pair.database)
const khateeb = await insertKhateeb(pair.database)
const rival = await insertKhateeb(pair.database)
const slot = { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' }
const calls = callsAbout(slot, masjid, khateeb)
const rivalCalls = callsAbout(slot, masjid, rival)

beforeEach(async () => {
  await pair.clear()
  await pair.callInOrder(calls.posts)
})
afterEach(() => expectConsistency(pair))

const confirmationCalls = [calls.requests, calls.approvesRequest]

/** Confirms the khateeb and returns the assignment id that the masjid sees. */
async function confirmAndReadId(): Promise<string | null> {
  await pair.callInOrder(...confirmationCalls)
  return readHolder('assignmentId')
}

async function readHolder(fact: 'assignmentId' | 'khateebUid'): Promise<string | null> {
  const record = await clientFor(masjid, pair.urlOf(1)).call(getMasjid, { uid: 'me' })
  return record.khutbahs[0]?.times[0]?.[fact] ?? null
}

/** Makes fifty concurrent calls with one Idempotency-Key. Each call requests the slot at the time `timeOf(index)`. */
function requestWithOneKey(timeOf: (index: number) => string, urlOf = (index: number) => pair.urlOf(index)) {
  const headers = {
    authorization: `Bearer ${khateeb.token}`,
    'idempotency-key': `key-${crypto.randomUUID()}`,
  }
  return Array.from({ length: 50 }, (_, index) =>
    retryingClient(urlOf(index), headers).call(requestToLead, {
      ...slot,
      khutbahTime: timeOf(index),
      khateebId: 'me',
    }),
  )
}

describe.each(rounds)('round %i', () => {
  test.each<[string, readonly RacingCall[], RacingCall, string]>([
    ['an invite', [], calls.invites, `invite_received to ${khateeb.email}`],
    ['a request', [], calls.requests, `request_received to ${masjid.email}`],
    ['an acceptance', [calls.invites], calls.acceptsInvite, `invite_accepted to ${masjid.email}`],
    ['an approval', [calls.requests], calls.approvesRequest, `request_approved to ${khateeb.email}`],
    ['a rejection of an invite', [calls.invites], calls.rejectsInvite, `invite_rejected to ${masjid.email}`],
    [
      'a rejection of a request',
      [calls.requests],
      calls.rejectsRequest,
      `request_rejected to ${khateeb.email}`,
    ],
    ['a revocation of an invite', [calls.invites], calls.revokesInvite, `invite_revoked to ${khateeb.email}`],
    [
      'a revocation of a request',
      [calls.requests],
      calls.revokesRequest,
      `request_revoked to ${masjid.email}`,
    ],
    [
      'a removal of a khateeb',
      confirmationCalls,
      calls.removesKhateeb(),
      `khateeb_removed to ${khateeb.email}`,
    ],
    ['a withdrawal', confirmationCalls, calls.withdraws(), `khateeb_withdrew to ${masjid.email}`],
    ['a removal of a slot', [calls.requests], calls.removesSlot, `slot_removed to ${khateeb.email}`],
  ])('%s that is sent fifty times concurrently takes effect once', async (_, before, call, letter) => {
    await pair.callInOrder(...before)
    const earlier = await outboxLetters(pair)
    const outcomes = await pair.race(call)
    expect(outcomes.map(tally)).toEqual([{ changed: 1, same: 49 }])
    expect(await outboxLetters(pair)).toEqual([...earlier, letter].toSorted())
  })

  test('of a khateeb’s removal and his concurrent withdrawal, only one takes effect', async () => {
    const assignmentId = await confirmAndReadId()
    await raceTwoCalls(
      pair,
      [calls.removesKhateeb(assignmentId), 'assignment_removed'],
      [calls.withdraws(assignmentId), 'assignment_withdrawn'],
    )
    expect(await outboxLetters(pair)).toHaveLength(3)
  })

  test('removing a khateeb never removes the next khateeb, who is confirmed concurrently', async () => {
    const assignmentId = await confirmAndReadId()
    const [removal = [], request = [], approval = []] = await pair.race(
      calls.removesKhateeb(assignmentId),
      rivalCalls.requests,
      rivalCalls.approvesRequest,
    )
    expect(removal.filter((it) => it === 'changed')).toEqual(['changed'])
    expectOutcomesIn(removal, 'changed', 'same', 'assignment_changed')
    expectOutcomesIn(request, 'changed', 'same', 'slot_taken')
    expectOutcomesIn(approval, 'changed', 'same', 'not_found')
    expect(await readHolder('khateebUid')).toBe(approval.includes('changed') ? rival.uid : null)
  })

  test('a repeated removal does not remove the next khateeb, who is confirmed concurrently', async () => {
    const assignmentId = await confirmAndReadId()
    await pair.callInOrder(calls.removesKhateeb(assignmentId), rivalCalls.requests)
    const [again = [], approval = []] = await pair.race(
      calls.removesKhateeb(assignmentId),
      rivalCalls.approvesRequest,
    )
    expectOutcomesIn(again, 'same', 'assignment_changed')
    expect(tally(approval)).toEqual({ changed: 1, same: 24 })
    expect(await readHolder('khateebUid')).toBe(rival.uid)
  })

  test('fifty concurrent calls that post times of one date create one slot for each time', async () => {
    const times = ['12:00', '12:30', '13:00', '13:30', '14:00', '14:30']
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        // The calls post the times in six different orders. Each order omits a different time.
        const own = [...times.slice(index % 6), ...times.slice(0, index % 6)].slice(0, 5)
        return clientFor(masjid, pair.urlOf(index)).call(addKhutbah, {
          masjidUid: 'me',
          date: friday,
          times: own,
        })
      }),
    )
    expect(results.flatMap((it) => it.added).toSorted()).toEqual(times.filter((it) => it !== '13:00'))
    expect(results.every((it) => it.added.length + it.existing.length === 5)).toBe(true)
  })

  test('a slot posted and removed concurrently exists once or not at all', async () => {
    const outcomes = await pair.race(calls.posts, calls.removesSlot)
    expectOutcomesIn(outcomes.flat(), 'changed', 'same')
  })

  test('fifty concurrent calls with one Idempotency-Key take effect once and get the same result', async () => {
    const results = await Promise.all(requestWithOneKey(() => '13:00'))
    expect(results[0]).toMatchObject({ state: 'pending', changed: true })
    expect(results).toEqual(results.map(() => results[0]))
    expect(await outboxLetters(pair)).toEqual([`request_received to ${masjid.email}`])
  })

  test('of two different concurrent calls with one Idempotency-Key, one takes effect and the other is refused', async () => {
    await pair.callInOrder(postTimesCall(masjid, friday, ['15:00']))
    const made = requestWithOneKey(
      (index) => (index % 2 === 0 ? '13:00' : '15:00'),
      (index) => pair.urlOf(Math.floor(index / 2)),
    )
    expect(tally(await Promise.all(made.map(outcomeOf)))).toEqual({ changed: 25, key_reused: 25 })
    expect(await outboxLetters(pair)).toEqual([`request_received to ${masjid.email}`])
  })
})
