import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { getMasjid } from '../../contract/directory.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { requestToLead } from '../../contract/proposals.ts'
import { insertKhateeb, insertMasjid, type Member } from '../runtime/insert-people.ts'
import { retryingClient } from '../runtime/retrying-client.ts'
import { friday, type Slot } from '../runtime/slots.ts'
import { letters, winnerOf, wrongs } from './race-results.ts'
import {
  accepts,
  approves,
  invites,
  posts,
  rejects,
  removes,
  requests,
  revokes,
  takesAway,
  takesBack,
  turnsDown,
  withdraws,
} from './racing-calls.ts'
import { type Arena, answerTo, type Contestant, openArena, rounds, speaking, tally } from './server-pair.ts'

let arena: Arena
let masjid: Member
let khateeb: Member
let rival: Member
let slot: Slot

beforeAll(async () => {
  arena = await openArena(inject('build'))
  masjid = await insertMasjid(arena.database)
  khateeb = await insertKhateeb(arena.database)
  rival = await insertKhateeb(arena.database)
})
afterAll(() => arena.close())

beforeEach(async () => {
  await arena.clear()
  await first(posts(masjid, friday, ['13:00']))
  slot = { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' }
})

async function first(...calls: readonly Contestant[]): Promise<void> {
  for (const call of calls) await call(arena.servers[0].url, 0)
}

/** The khateeb asks and is approved; gives the assignment that the masjid sees. */
async function confirmed(): Promise<string | null> {
  await first(requests(khateeb, slot), approves(masjid, khateeb, slot))
  return holder('assignmentId')
}

async function holder(fact: 'assignmentId' | 'khateebUid'): Promise<string | null> {
  const record = await speaking(masjid, arena.servers[1].url).call(getMasjid, { uid: 'me' })
  return record.khutbahs[0]?.times[0]?.[fact] ?? null
}

describe.each(rounds)('round %i', () => {
  test.each<[string, () => readonly Contestant[], () => Contestant, string]>([
    ['an invite', () => [], () => invites(masjid, khateeb, slot), 'invite_received to khateeb'],
    ['a request', () => [], () => requests(khateeb, slot), 'request_received to masjid'],
    [
      'an acceptance',
      () => [invites(masjid, khateeb, slot)],
      () => accepts(khateeb, slot),
      'invite_accepted to masjid',
    ],
    [
      'an approval',
      () => [requests(khateeb, slot)],
      () => approves(masjid, khateeb, slot),
      'request_approved to khateeb',
    ],
    [
      'a rejection of an invite',
      () => [invites(masjid, khateeb, slot)],
      () => rejects(khateeb, slot),
      'invite_rejected to masjid',
    ],
    [
      'a rejection of a request',
      () => [requests(khateeb, slot)],
      () => turnsDown(masjid, khateeb, slot),
      'request_rejected to khateeb',
    ],
    [
      'a revocation of an invite',
      () => [invites(masjid, khateeb, slot)],
      () => takesBack(masjid, khateeb, slot),
      'invite_revoked to khateeb',
    ],
    [
      'a revocation of a request',
      () => [requests(khateeb, slot)],
      () => revokes(khateeb, slot),
      'request_revoked to masjid',
    ],
    [
      'a removal of a khateeb',
      () => [requests(khateeb, slot), approves(masjid, khateeb, slot)],
      () => removes(masjid, slot),
      'khateeb_removed to khateeb',
    ],
    [
      'a withdrawal',
      () => [requests(khateeb, slot), approves(masjid, khateeb, slot)],
      () => withdraws(khateeb, slot),
      'khateeb_withdrew to masjid',
    ],
    [
      'a removal of a slot',
      () => [requests(khateeb, slot)],
      () => takesAway(masjid, slot),
      'slot_removed to khateeb',
    ],
  ])('%s made fifty times at once happens once', async (_, before, call, letter) => {
    await first(...before())
    await arena.database.reader.deleteFrom('letters').execute()
    const answers = await arena.race(call())
    expect(answers.map(tally)).toEqual([{ changed: 1, same: 49 }])
    const [kind, reader] = letter.split(' to ')
    expect(await letters(arena)).toEqual([`${kind} to ${(reader === 'masjid' ? masjid : khateeb).email}`])
  })

  test('a khateeb is removed, or withdraws, not both', async () => {
    const assignmentId = await confirmed()
    const answers = await arena.race(
      removes(masjid, slot, assignmentId),
      withdraws(khateeb, slot, assignmentId),
    )
    const removed = winnerOf(answers) === 0
    expect(new Set(answers[removed ? 1 : 0])).toEqual(
      new Set([removed ? 'assignment_removed' : 'assignment_withdrawn']),
    )
    expect(await wrongs(arena)).toEqual([])
    expect(await letters(arena)).toHaveLength(3)
  })

  test('removing one khateeb never removes the next one, who is confirmed at the same moment', async () => {
    const assignmentId = await confirmed()
    const [removal = [], request = [], approval = []] = await arena.race(
      removes(masjid, slot, assignmentId),
      requests(rival, slot),
      approves(masjid, rival, slot),
    )
    expect(removal.filter((it) => it === 'changed')).toEqual(['changed'])
    expect(removal.filter((it) => !['changed', 'same', 'assignment_changed'].includes(it))).toEqual([])
    expect(request.filter((it) => !['changed', 'same', 'slot_taken'].includes(it))).toEqual([])
    expect(approval.filter((it) => !['changed', 'same', 'not_found'].includes(it))).toEqual([])
    expect(await holder('khateebUid')).toBe(approval.includes('changed') ? rival.uid : null)
    expect(await wrongs(arena)).toEqual([])
  })

  test('a removal that is sent again while the next khateeb is confirmed does not hit him', async () => {
    const assignmentId = await confirmed()
    await first(removes(masjid, slot, assignmentId), requests(rival, slot))
    const [again = [], approval = []] = await arena.race(
      removes(masjid, slot, assignmentId),
      approves(masjid, rival, slot),
    )
    expect(again.filter((it) => it !== 'same' && it !== 'assignment_changed')).toEqual([])
    expect(tally(approval)).toEqual({ changed: 1, same: 24 })
    expect(await holder('khateebUid')).toBe(rival.uid)
    expect(await wrongs(arena)).toEqual([])
  })

  test('fifty postings for one date add each time once', async () => {
    const times = ['12:00', '12:30', '13:00', '13:30', '14:00', '14:30']
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        // Each in another order and with another time left out.
        const own = [...times.slice(index % 6), ...times.slice(0, index % 6)].slice(0, 5)
        const client = speaking(masjid, arena.servers[index % 2 === 0 ? 0 : 1].url)
        return client.call(addKhutbah, { masjidUid: 'me', date: friday, times: own })
      }),
    )
    expect(answers.flatMap((it) => it.added).toSorted()).toEqual(times.filter((it) => it !== '13:00'))
    expect(answers.every((it) => it.added.length + it.existing.length === 5)).toBe(true)
    expect(await wrongs(arena)).toEqual([])
  })

  test('a slot that is posted and taken away at once stands once or not at all', async () => {
    const answers = await arena.race(posts(masjid, friday, ['13:00']), takesAway(masjid, slot))
    expect(answers.flat().filter((it) => it !== 'changed' && it !== 'same')).toEqual([])
    expect(await wrongs(arena)).toEqual([])
  })

  test('one Idempotency-Key made fifty calls the same call: one happens, all get its answer', async () => {
    const key = `key-${crypto.randomUUID()}`
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        withKey(khateeb, key, index).call(requestToLead, { ...slot, khateebId: 'me' }),
      ),
    )
    expect(answers[0]).toMatchObject({ state: 'pending', changed: true })
    expect(answers).toEqual(answers.map(() => answers[0]))
    expect(await wrongs(arena)).toEqual([])
    expect(await letters(arena)).toEqual([`request_received to ${masjid.email}`])
  })

  test('one Idempotency-Key for two different calls makes one of them, and refuses the other', async () => {
    await first(posts(masjid, friday, ['15:00']))
    const later = { ...slot, khutbahTime: '15:00' }
    const key = `key-${crypto.randomUUID()}`
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        answerTo(
          withKey(khateeb, key, Math.floor(index / 2)).call(requestToLead, {
            ...(index % 2 === 0 ? slot : later),
            khateebId: 'me',
          }),
        ),
      ),
    )
    expect(tally(answers)).toEqual({ changed: 25, key_reused: 25 })
    expect(await wrongs(arena)).toEqual([])
    expect(await letters(arena)).toEqual([`request_received to ${masjid.email}`])
  })
})

function withKey({ token }: Member, key: string, turn: number) {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
  return retryingClient(arena.servers[turn % 2 === 0 ? 0 : 1].url, headers)
}
