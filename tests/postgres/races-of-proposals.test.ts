import { beforeEach, describe, expect, inject, test } from 'vitest'
import { insertKhateeb, insertKhateebs, insertMasjid } from '../runtime/insert-people.ts'
import { friday, type Slot } from '../runtime/slots.ts'
import { inconsistencies, outboxLetters, winnerOf } from './race-results.ts'
import {
  acceptsInvite,
  approvesRequest,
  invitesKhateeb,
  postsTimes,
  rejectsInvite,
  rejectsRequest,
  removesSlot,
  requestsSlot,
  revokesInvite,
  revokesRequest,
} from './racing-calls.ts'
import { type RacingCall, rounds, startServerPair, tally } from './server-pair.ts'

const pair = await startServerPair(inject('build'))
const masjid = await insertMasjid(pair.database)
const other = await insertMasjid(pair.database)
const khateeb = await insertKhateeb(pair.database)
const rival = await insertKhateeb(pair.database)
const crowd = [khateeb, rival, ...(await insertKhateebs(pair.database, 48))]
beforeEach(() => pair.clear())

async function callInOrder(...calls: readonly RacingCall[]): Promise<void> {
  for (const call of calls) await call(pair.servers[0].url, 0)
}

async function posted(by = masjid, khutbahTime = '13:00'): Promise<Slot> {
  await callInOrder(postsTimes(by, friday, [khutbahTime]))
  return { masjidUid: by.uid, khutbahDate: friday, khutbahTime }
}

describe.each(rounds)('round %i', () => {
  test('approving fifty khateebs for one slot confirms one and notifies the others', async () => {
    const slot = await posted()
    await Promise.all(crowd.map((it) => callInOrder(requestsSlot(it, slot))))
    const answers = await pair.race(...crowd.map((it) => approvesRequest(masjid, it, slot)))
    const winner = crowd[winnerOf(answers)]
    expect(tally(answers.flat())).toEqual({ changed: 1, slot_taken: 49 })
    expect(await inconsistencies(pair)).toEqual([])
    expect(await outboxLetters(pair)).toEqual(
      [
        ...crowd.map(() => `request_received to ${masjid.email}`),
        `request_approved to ${winner?.email}`,
        ...crowd.filter((it) => it !== winner).map((it) => `rival_confirmed to ${it.email}`),
      ].toSorted(),
    )
  })

  test('accepting an invite and approving another khateeb’s request confirms one of the two', async () => {
    const slot = await posted()
    await callInOrder(invitesKhateeb(masjid, khateeb, slot), requestsSlot(rival, slot))
    const answers = await pair.race(acceptsInvite(khateeb, slot), approvesRequest(masjid, rival, slot))
    const accepted = winnerOf(answers) === 0
    expect(new Set(answers[accepted ? 1 : 0])).toEqual(new Set(['slot_taken']))
    expect(await inconsistencies(pair)).toEqual([])
    expect(await outboxLetters(pair)).toEqual(
      [
        `invite_received to ${khateeb.email}`,
        `request_received to ${masjid.email}`,
        accepted ? `invite_accepted to ${masjid.email}` : `request_approved to ${rival.email}`,
        `rival_confirmed to ${(accepted ? rival : khateeb).email}`,
      ].toSorted(),
    )
  })

  test('two masjids with overlapping slots cannot both confirm one khateeb', async () => {
    const [here, there] = [await posted(), await posted(other, '13:30')]
    await callInOrder(requestsSlot(khateeb, here), invitesKhateeb(other, khateeb, there))
    const answers = await pair.race(approvesRequest(masjid, khateeb, here), acceptsInvite(khateeb, there))
    const isHere = winnerOf(answers) === 0
    expect(new Set(answers[isHere ? 1 : 0])).toEqual(new Set(['khateeb_busy']))
    expect(await inconsistencies(pair)).toEqual([])
    expect(await outboxLetters(pair)).toEqual(
      [
        `request_received to ${masjid.email}`,
        `invite_received to ${khateeb.email}`,
        isHere ? `request_approved to ${khateeb.email}` : `invite_accepted to ${other.email}`,
        `khateeb_booked_elsewhere to ${(isHere ? other : masjid).email}`,
      ].toSorted(),
    )
  })

  test('two masjids with slots an hour apart can both confirm one khateeb', async () => {
    const [here, there] = [await posted(), await posted(other, '14:00')]
    await callInOrder(requestsSlot(khateeb, here), requestsSlot(khateeb, there))
    const answers = await pair.race(
      approvesRequest(masjid, khateeb, here),
      approvesRequest(other, khateeb, there),
    )
    expect(answers.map(tally)).toEqual(answers.map(() => ({ changed: 1, same: 24 })))
    expect(await inconsistencies(pair)).toEqual([])
  })

  test.each<
    [
      string,
      (slot: Slot) => RacingCall,
      [(slot: Slot) => RacingCall, string],
      [(slot: Slot) => RacingCall, string],
    ]
  >([
    [
      'an invite is accepted or revoked',
      (slot) => invitesKhateeb(masjid, khateeb, slot),
      [(slot) => acceptsInvite(khateeb, slot), 'accepted'],
      [(slot) => revokesInvite(masjid, khateeb, slot), 'revoked'],
    ],
    [
      'an invite is accepted or rejected',
      (slot) => invitesKhateeb(masjid, khateeb, slot),
      [(slot) => acceptsInvite(khateeb, slot), 'accepted'],
      [(slot) => rejectsInvite(khateeb, slot), 'rejected'],
    ],
    [
      'an invite is rejected or revoked',
      (slot) => invitesKhateeb(masjid, khateeb, slot),
      [(slot) => rejectsInvite(khateeb, slot), 'rejected'],
      [(slot) => revokesInvite(masjid, khateeb, slot), 'revoked'],
    ],
    [
      'a request is approved or revoked',
      (slot) => requestsSlot(khateeb, slot),
      [(slot) => approvesRequest(masjid, khateeb, slot), 'accepted'],
      [(slot) => revokesRequest(khateeb, slot), 'revoked'],
    ],
    [
      'a request is approved or rejected',
      (slot) => requestsSlot(khateeb, slot),
      [(slot) => approvesRequest(masjid, khateeb, slot), 'accepted'],
      [(slot) => rejectsRequest(masjid, khateeb, slot), 'rejected'],
    ],
    [
      'a request is rejected or revoked',
      (slot) => requestsSlot(khateeb, slot),
      [(slot) => rejectsRequest(masjid, khateeb, slot), 'rejected'],
      [(slot) => revokesRequest(khateeb, slot), 'revoked'],
    ],
  ])('%s, not both', async (_, proposes, [one, oneState], [two, twoState]) => {
    const slot = await posted()
    await callInOrder(proposes(slot))
    const answers = await pair.race(one(slot), two(slot))
    const oneWon = winnerOf(answers) === 0
    expect(new Set(answers[oneWon ? 1 : 0])).toEqual(new Set([`proposal_${oneWon ? oneState : twoState}`]))
    expect(await inconsistencies(pair)).toEqual([])
    expect(await outboxLetters(pair)).toHaveLength(2)
  })

  test('an invite and a request for one slot and khateeb cannot both be pending', async () => {
    const slot = await posted()
    const answers = await pair.race(invitesKhateeb(masjid, khateeb, slot), requestsSlot(khateeb, slot))
    const invited = winnerOf(answers) === 0
    expect(new Set(answers[invited ? 1 : 0])).toEqual(
      new Set([invited ? 'already_invited' : 'already_requested']),
    )
    expect(await inconsistencies(pair)).toEqual([])
    expect(await outboxLetters(pair)).toEqual(
      [invited ? `invite_received to ${khateeb.email}` : `request_received to ${masjid.email}`].toSorted(),
    )
  })

  test('a request made while its slot is filled is refused or closed, never left pending', async () => {
    const slot = await posted()
    await callInOrder(requestsSlot(khateeb, slot))
    const [approval = [], ...others] = await pair.race(
      approvesRequest(masjid, khateeb, slot),
      ...crowd.slice(1).map((it) => requestsSlot(it, slot)),
    )
    expect(approval).toEqual(['changed'])
    expect(others.flat().filter((it) => it !== 'changed' && it !== 'slot_taken')).toEqual([])
    expect(await inconsistencies(pair)).toEqual([])
  })

  test('a request made while its khateeb is confirmed elsewhere is refused or closed, never left pending', async () => {
    const [here, there] = [await posted(), await posted(other, '13:59')]
    await callInOrder(requestsSlot(khateeb, here))
    const [approval = [], elsewhere = []] = await pair.race(
      approvesRequest(masjid, khateeb, here),
      requestsSlot(khateeb, there),
    )
    expect(tally(approval)).toEqual({ changed: 1, same: 24 })
    expect(elsewhere.filter((it) => !['changed', 'same', 'khateeb_busy'].includes(it))).toEqual([])
    expect(await inconsistencies(pair)).toEqual([])
  })

  test('an approval made while its slot is taken away succeeds before that or fails', async () => {
    const slot = await posted()
    await callInOrder(requestsSlot(khateeb, slot))
    const [approval = [], removal = []] = await pair.race(
      approvesRequest(masjid, khateeb, slot),
      removesSlot(masjid, slot),
    )
    expect(tally(removal)).toEqual({ changed: 1, same: 24 })
    const wasApproved = approval.includes('changed')
    expect(tally(approval)).toEqual(wasApproved ? { changed: 1, same: 24 } : { proposal_closed: 25 })
    expect(await inconsistencies(pair)).toEqual([])
    expect(await outboxLetters(pair)).toEqual(
      [
        `request_received to ${masjid.email}`,
        ...(wasApproved ? [`request_approved to ${khateeb.email}`] : []),
        `slot_removed to ${khateeb.email}`,
      ].toSorted(),
    )
  })

  test('requests made while their slot is taken away are refused, or closed with a letter', async () => {
    const slot = await posted()
    const [removal = [], ...asked] = await pair.race(
      removesSlot(masjid, slot),
      ...crowd.slice(1).map((it) => requestsSlot(it, slot)),
    )
    expect(removal).toEqual(['changed'])
    expect(asked.flat().filter((it) => it !== 'changed' && it !== 'not_found')).toEqual([])
    const made = crowd.slice(1).filter((_, index) => asked[index]?.includes('changed'))
    expect(await inconsistencies(pair)).toEqual([])
    expect(await outboxLetters(pair)).toEqual(
      made.flatMap((it) => [`request_received to ${masjid.email}`, `slot_removed to ${it.email}`]).toSorted(),
    )
  })
})
