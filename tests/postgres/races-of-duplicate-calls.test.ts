import { beforeEach, describe, expect, inject, test } from 'vitest'
import { getMasjid } from '../../contract/directory.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { requestToLead } from '../../contract/proposals.ts'
import { insertKhateeb, insertMasjid, type Member } from '../runtime/insert-people.ts'
import { retryingClient } from '../runtime/retrying-client.ts'
import { friday, type Slot } from '../runtime/slots.ts'
import { inconsistencies, outboxLetters, winnerOf } from './race-results.ts'
import {
  acceptsInvite,
  approvesRequest,
  invitesKhateeb,
  postsTimes,
  rejectsInvite,
  rejectsRequest,
  removesKhateeb,
  removesSlot,
  requestsSlot,
  revokesInvite,
  revokesRequest,
  withdraws,
} from './racing-calls.ts'
import { clientFor, outcomeOf, type RacingCall, rounds, startServerPair, tally } from './server-pair.ts'

let slot: Slot

const pair = await startServerPair(inject('build'))
const masjid = await insertMasjid(pair.database)
const khateeb = await insertKhateeb(pair.database)
const rival = await insertKhateeb(pair.database)

beforeEach(async () => {
  await pair.clear()
  await callInOrder(postsTimes(masjid, friday, ['13:00']))
  slot = { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' }
})

async function callInOrder(...calls: readonly RacingCall[]): Promise<void> {
  for (const call of calls) await call(pair.servers[0].url, 0)
}

/** Confirms the khateeb and returns the assignment id that the masjid sees. */
async function confirmed(): Promise<string | null> {
  await callInOrder(requestsSlot(khateeb, slot), approvesRequest(masjid, khateeb, slot))
  return holder('assignmentId')
}

async function holder(fact: 'assignmentId' | 'khateebUid'): Promise<string | null> {
  const record = await clientFor(masjid, pair.servers[1].url).call(getMasjid, { uid: 'me' })
  return record.khutbahs[0]?.times[0]?.[fact] ?? null
}

describe.each(rounds)('round %i', () => {
  test.each<[string, () => readonly RacingCall[], () => RacingCall, string]>([
    ['an invite', () => [], () => invitesKhateeb(masjid, khateeb, slot), 'invite_received to khateeb'],
    ['a request', () => [], () => requestsSlot(khateeb, slot), 'request_received to masjid'],
    [
      'an acceptance',
      () => [invitesKhateeb(masjid, khateeb, slot)],
      () => acceptsInvite(khateeb, slot),
      'invite_accepted to masjid',
    ],
    [
      'an approval',
      () => [requestsSlot(khateeb, slot)],
      () => approvesRequest(masjid, khateeb, slot),
      'request_approved to khateeb',
    ],
    [
      'a rejection of an invite',
      () => [invitesKhateeb(masjid, khateeb, slot)],
      () => rejectsInvite(khateeb, slot),
      'invite_rejected to masjid',
    ],
    [
      'a rejection of a request',
      () => [requestsSlot(khateeb, slot)],
      () => rejectsRequest(masjid, khateeb, slot),
      'request_rejected to khateeb',
    ],
    [
      'a revocation of an invite',
      () => [invitesKhateeb(masjid, khateeb, slot)],
      () => revokesInvite(masjid, khateeb, slot),
      'invite_revoked to khateeb',
    ],
    [
      'a revocation of a request',
      () => [requestsSlot(khateeb, slot)],
      () => revokesRequest(khateeb, slot),
      'request_revoked to masjid',
    ],
    [
      'a removal of a khateeb',
      () => [requestsSlot(khateeb, slot), approvesRequest(masjid, khateeb, slot)],
      () => removesKhateeb(masjid, slot),
      'khateeb_removed to khateeb',
    ],
    [
      'a withdrawal',
      () => [requestsSlot(khateeb, slot), approvesRequest(masjid, khateeb, slot)],
      () => withdraws(khateeb, slot),
      'khateeb_withdrew to masjid',
    ],
    [
      'a removal of a slot',
      () => [requestsSlot(khateeb, slot)],
      () => removesSlot(masjid, slot),
      'slot_removed to khateeb',
    ],
  ])('%s made fifty times concurrently takes effect once', async (_, before, call, letter) => {
    await callInOrder(...before())
    await pair.database.reader.deleteFrom('letters').execute()
    const answers = await pair.race(call())
    expect(answers.map(tally)).toEqual([{ changed: 1, same: 49 }])
    const [kind, reader] = letter.split(' to ')
    expect(await outboxLetters(pair)).toEqual([
      `${kind} to ${(reader === 'masjid' ? masjid : khateeb).email}`,
    ])
  })

  test('a khateeb is either removed or withdraws, not both', async () => {
    const assignmentId = await confirmed()
    const answers = await pair.race(
      removesKhateeb(masjid, slot, assignmentId),
      withdraws(khateeb, slot, assignmentId),
    )
    const removed = winnerOf(answers) === 0
    expect(new Set(answers[removed ? 1 : 0])).toEqual(
      new Set([removed ? 'assignment_removed' : 'assignment_withdrawn']),
    )
    expect(await inconsistencies(pair)).toEqual([])
    expect(await outboxLetters(pair)).toHaveLength(3)
  })

  test('removing a khateeb never removes the next one, confirmed at the same time', async () => {
    const assignmentId = await confirmed()
    const [removal = [], request = [], approval = []] = await pair.race(
      removesKhateeb(masjid, slot, assignmentId),
      requestsSlot(rival, slot),
      approvesRequest(masjid, rival, slot),
    )
    expect(removal.filter((it) => it === 'changed')).toEqual(['changed'])
    expect(removal.filter((it) => !['changed', 'same', 'assignment_changed'].includes(it))).toEqual([])
    expect(request.filter((it) => !['changed', 'same', 'slot_taken'].includes(it))).toEqual([])
    expect(approval.filter((it) => !['changed', 'same', 'not_found'].includes(it))).toEqual([])
    expect(await holder('khateebUid')).toBe(approval.includes('changed') ? rival.uid : null)
    expect(await inconsistencies(pair)).toEqual([])
  })

  test('a repeated removal does not remove the next khateeb, confirmed at the same time', async () => {
    const assignmentId = await confirmed()
    await callInOrder(removesKhateeb(masjid, slot, assignmentId), requestsSlot(rival, slot))
    const [again = [], approval = []] = await pair.race(
      removesKhateeb(masjid, slot, assignmentId),
      approvesRequest(masjid, rival, slot),
    )
    expect(again.filter((it) => it !== 'same' && it !== 'assignment_changed')).toEqual([])
    expect(tally(approval)).toEqual({ changed: 1, same: 24 })
    expect(await holder('khateebUid')).toBe(rival.uid)
    expect(await inconsistencies(pair)).toEqual([])
  })

  test('fifty concurrent postings for one date add each time once', async () => {
    const times = ['12:00', '12:30', '13:00', '13:30', '14:00', '14:30']
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        // Each in another order and without another one of the times.
        const own = [...times.slice(index % 6), ...times.slice(0, index % 6)].slice(0, 5)
        const client = clientFor(masjid, pair.servers[index % 2 === 0 ? 0 : 1].url)
        return client.call(addKhutbah, { masjidUid: 'me', date: friday, times: own })
      }),
    )
    expect(answers.flatMap((it) => it.added).toSorted()).toEqual(times.filter((it) => it !== '13:00'))
    expect(answers.every((it) => it.added.length + it.existing.length === 5)).toBe(true)
    expect(await inconsistencies(pair)).toEqual([])
  })

  test('a slot posted and taken away concurrently exists once or not at all', async () => {
    const answers = await pair.race(postsTimes(masjid, friday, ['13:00']), removesSlot(masjid, slot))
    expect(answers.flat().filter((it) => it !== 'changed' && it !== 'same')).toEqual([])
    expect(await inconsistencies(pair)).toEqual([])
  })

  test('fifty calls with one Idempotency-Key take effect once and get the same answer', async () => {
    const key = `key-${crypto.randomUUID()}`
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        withKey(khateeb, key, index).call(requestToLead, { ...slot, khateebId: 'me' }),
      ),
    )
    expect(answers[0]).toMatchObject({ state: 'pending', changed: true })
    expect(answers).toEqual(answers.map(() => answers[0]))
    expect(await inconsistencies(pair)).toEqual([])
    expect(await outboxLetters(pair)).toEqual([`request_received to ${masjid.email}`])
  })

  test('of two different calls with one Idempotency-Key, one is made and the other refused', async () => {
    await callInOrder(postsTimes(masjid, friday, ['15:00']))
    const later = { ...slot, khutbahTime: '15:00' }
    const key = `key-${crypto.randomUUID()}`
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        outcomeOf(
          withKey(khateeb, key, Math.floor(index / 2)).call(requestToLead, {
            ...(index % 2 === 0 ? slot : later),
            khateebId: 'me',
          }),
        ),
      ),
    )
    expect(tally(answers)).toEqual({ changed: 25, key_reused: 25 })
    expect(await inconsistencies(pair)).toEqual([])
    expect(await outboxLetters(pair)).toEqual([`request_received to ${masjid.email}`])
  })
})

function withKey({ token }: Member, key: string, turn: number) {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
  return retryingClient(pair.servers[turn % 2 === 0 ? 0 : 1].url, headers)
}
