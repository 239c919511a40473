import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { insertKhateeb, insertKhateebs, insertMasjid, type Member } from '../runtime/insert-people.ts'
import { friday, type Slot } from '../runtime/slots.ts'
import { letters, winnerOf, wrongs } from './race-results.ts'
import {
  accepts,
  approves,
  invites,
  posts,
  rejects,
  requests,
  revokes,
  takesAway,
  takesBack,
  turnsDown,
} from './racing-calls.ts'
import { type Arena, type Contestant, openArena, rounds, tally } from './server-pair.ts'

let arena: Arena
let masjid: Member
let other: Member
let khateeb: Member
let rival: Member
let crowd: readonly Member[]

beforeAll(async () => {
  arena = await openArena(inject('build'))
  masjid = await insertMasjid(arena.database)
  other = await insertMasjid(arena.database)
  khateeb = await insertKhateeb(arena.database)
  rival = await insertKhateeb(arena.database)
  crowd = [khateeb, rival, ...(await insertKhateebs(arena.database, 48))]
})
afterAll(() => arena.close())
beforeEach(() => arena.clear())

/** Makes calls one after the other. */
async function first(...calls: readonly Contestant[]): Promise<void> {
  for (const call of calls) await call(arena.servers[0].url, 0)
}

async function posted(by = masjid, khutbahTime = '13:00'): Promise<Slot> {
  await first(posts(by, friday, [khutbahTime]))
  return { masjidUid: by.uid, khutbahDate: friday, khutbahTime }
}

describe.each(rounds)('round %i', () => {
  test('of fifty khateebs approved for one slot one gets it, and the others are told', async () => {
    const slot = await posted()
    await Promise.all(crowd.map((it) => first(requests(it, slot))))
    const answers = await arena.race(...crowd.map((it) => approves(masjid, it, slot)))
    const winner = crowd[winnerOf(answers)]
    expect(tally(answers.flat())).toEqual({ changed: 1, slot_taken: 49 })
    expect(await wrongs(arena)).toEqual([])
    expect(await letters(arena)).toEqual(
      [
        ...crowd.map(() => `request_received to ${masjid.email}`),
        `request_approved to ${winner?.email}`,
        ...crowd.filter((it) => it !== winner).map((it) => `rival_confirmed to ${it.email}`),
      ].toSorted(),
    )
  })

  test('of a khateeb who accepts and one who is approved one gets the slot', async () => {
    const slot = await posted()
    await first(invites(masjid, khateeb, slot), requests(rival, slot))
    const answers = await arena.race(accepts(khateeb, slot), approves(masjid, rival, slot))
    const accepted = winnerOf(answers) === 0
    expect(new Set(answers[accepted ? 1 : 0])).toEqual(new Set(['slot_taken']))
    expect(await wrongs(arena)).toEqual([])
    expect(await letters(arena)).toEqual(
      [
        `invite_received to ${khateeb.email}`,
        `request_received to ${masjid.email}`,
        accepted ? `invite_accepted to ${masjid.email}` : `request_approved to ${rival.email}`,
        `rival_confirmed to ${(accepted ? rival : khateeb).email}`,
      ].toSorted(),
    )
  })

  test('two masjids whose hours overlap cannot both have one khateeb', async () => {
    const [here, there] = [await posted(), await posted(other, '13:30')]
    await first(requests(khateeb, here), invites(other, khateeb, there))
    const answers = await arena.race(approves(masjid, khateeb, here), accepts(khateeb, there))
    const isHere = winnerOf(answers) === 0
    expect(new Set(answers[isHere ? 1 : 0])).toEqual(new Set(['khateeb_busy']))
    expect(await wrongs(arena)).toEqual([])
    expect(await letters(arena)).toEqual(
      [
        `request_received to ${masjid.email}`,
        `invite_received to ${khateeb.email}`,
        isHere ? `request_approved to ${khateeb.email}` : `invite_accepted to ${other.email}`,
        `khateeb_booked_elsewhere to ${(isHere ? other : masjid).email}`,
      ].toSorted(),
    )
  })

  test('two masjids an hour apart can both have one khateeb', async () => {
    const [here, there] = [await posted(), await posted(other, '14:00')]
    await first(requests(khateeb, here), requests(khateeb, there))
    const answers = await arena.race(approves(masjid, khateeb, here), approves(other, khateeb, there))
    expect(answers.map(tally)).toEqual(answers.map(() => ({ changed: 1, same: 24 })))
    expect(await wrongs(arena)).toEqual([])
  })

  test.each<
    [
      string,
      (slot: Slot) => Contestant,
      [(slot: Slot) => Contestant, string],
      [(slot: Slot) => Contestant, string],
    ]
  >([
    [
      'an invite is accepted or revoked',
      (slot) => invites(masjid, khateeb, slot),
      [(slot) => accepts(khateeb, slot), 'accepted'],
      [(slot) => takesBack(masjid, khateeb, slot), 'revoked'],
    ],
    [
      'an invite is accepted or rejected',
      (slot) => invites(masjid, khateeb, slot),
      [(slot) => accepts(khateeb, slot), 'accepted'],
      [(slot) => rejects(khateeb, slot), 'rejected'],
    ],
    [
      'an invite is rejected or revoked',
      (slot) => invites(masjid, khateeb, slot),
      [(slot) => rejects(khateeb, slot), 'rejected'],
      [(slot) => takesBack(masjid, khateeb, slot), 'revoked'],
    ],
    [
      'a request is approved or revoked',
      (slot) => requests(khateeb, slot),
      [(slot) => approves(masjid, khateeb, slot), 'accepted'],
      [(slot) => revokes(khateeb, slot), 'revoked'],
    ],
    [
      'a request is approved or rejected',
      (slot) => requests(khateeb, slot),
      [(slot) => approves(masjid, khateeb, slot), 'accepted'],
      [(slot) => turnsDown(masjid, khateeb, slot), 'rejected'],
    ],
    [
      'a request is rejected or revoked',
      (slot) => requests(khateeb, slot),
      [(slot) => turnsDown(masjid, khateeb, slot), 'rejected'],
      [(slot) => revokes(khateeb, slot), 'revoked'],
    ],
  ])('%s, not both', async (_, proposes, [one, oneState], [two, twoState]) => {
    const slot = await posted()
    await first(proposes(slot))
    const answers = await arena.race(one(slot), two(slot))
    const oneWon = winnerOf(answers) === 0
    expect(new Set(answers[oneWon ? 1 : 0])).toEqual(new Set([`proposal_${oneWon ? oneState : twoState}`]))
    expect(await wrongs(arena)).toEqual([])
    expect(await letters(arena)).toHaveLength(2)
  })

  test('an invite and a request for one slot and khateeb cannot both stand', async () => {
    const slot = await posted()
    const answers = await arena.race(invites(masjid, khateeb, slot), requests(khateeb, slot))
    const invited = winnerOf(answers) === 0
    expect(new Set(answers[invited ? 1 : 0])).toEqual(
      new Set([invited ? 'already_invited' : 'already_requested']),
    )
    expect(await wrongs(arena)).toEqual([])
    expect(await letters(arena)).toEqual(
      [invited ? `invite_received to ${khateeb.email}` : `request_received to ${masjid.email}`].toSorted(),
    )
  })

  test('a request that meets the filling of its slot is refused or closed, never left', async () => {
    const slot = await posted()
    await first(requests(khateeb, slot))
    const [approval = [], ...others] = await arena.race(
      approves(masjid, khateeb, slot),
      ...crowd.slice(1).map((it) => requests(it, slot)),
    )
    expect(approval).toEqual(['changed'])
    expect(others.flat().filter((it) => it !== 'changed' && it !== 'slot_taken')).toEqual([])
    expect(await wrongs(arena)).toEqual([])
  })

  test('a request elsewhere that meets the booking of its khateeb is refused or closed, never left', async () => {
    const [here, there] = [await posted(), await posted(other, '13:59')]
    await first(requests(khateeb, here))
    const [approval = [], elsewhere = []] = await arena.race(
      approves(masjid, khateeb, here),
      requests(khateeb, there),
    )
    expect(tally(approval)).toEqual({ changed: 1, same: 24 })
    expect(elsewhere.filter((it) => !['changed', 'same', 'khateeb_busy'].includes(it))).toEqual([])
    expect(await wrongs(arena)).toEqual([])
  })

  test('an approval that meets the removal of its slot comes before it or not at all', async () => {
    const slot = await posted()
    await first(requests(khateeb, slot))
    const [approval = [], removal = []] = await arena.race(
      approves(masjid, khateeb, slot),
      takesAway(masjid, slot),
    )
    expect(tally(removal)).toEqual({ changed: 1, same: 24 })
    const wasApproved = approval.includes('changed')
    expect(tally(approval)).toEqual(wasApproved ? { changed: 1, same: 24 } : { proposal_closed: 25 })
    expect(await wrongs(arena)).toEqual([])
    expect(await letters(arena)).toEqual(
      [
        `request_received to ${masjid.email}`,
        ...(wasApproved ? [`request_approved to ${khateeb.email}`] : []),
        `slot_removed to ${khateeb.email}`,
      ].toSorted(),
    )
  })

  test('requests that meet the removal of their slot are refused or closed, and each khateeb is told', async () => {
    const slot = await posted()
    const [removal = [], ...asked] = await arena.race(
      takesAway(masjid, slot),
      ...crowd.slice(1).map((it) => requests(it, slot)),
    )
    expect(removal).toEqual(['changed'])
    expect(asked.flat().filter((it) => it !== 'changed' && it !== 'not_found')).toEqual([])
    const made = crowd.slice(1).filter((_, index) => asked[index]?.includes('changed'))
    expect(await wrongs(arena)).toEqual([])
    expect(await letters(arena)).toEqual(
      made.flatMap((it) => [`request_received to ${masjid.email}`, `slot_removed to ${it.email}`]).toSorted(),
    )
  })
})
