import { beforeEach, describe, expect, test } from 'vitest'
import type { LetterKind } from '../../server/letters/letter.ts'
import { insertKhateeb, insertMasjid, type Member } from '../runtime/insert-people.ts'
import { friday } from '../runtime/slots.ts'
import { invariantViolations } from './invariants.ts'
import { outboxLetters, rounds, startServerPair, tally } from './race.ts'
import { callsAbout, deletesAccount, postsTimes, setCheapPassword } from './racing-calls.ts'

let masjid: Member
let khateeb: Member

const pair = await startServerPair()
beforeEach(async () => {
  await pair.clear()
  masjid = await insertMasjid(pair.database)
  khateeb = await insertKhateeb(pair.database)
  await setCheapPassword(pair.database, masjid, khateeb)
})

const times = ['09:00', '11:00', '13:00', '15:00']

/** The calls of the khateeb and the masjid about its slot at a time. */
const callsAt = (khutbahTime: string) =>
  callsAbout({ masjidUid: masjid.uid, khutbahDate: friday, khutbahTime }, masjid, khateeb)

/** The number of active assignments, pending proposals and slots of a khateeb or masjid. */
async function countOpenItems(uid: string): Promise<number> {
  const { rows } = await pair.database.pool.query(
    `select id from assignments where $1 in (khateeb_uid, masjid_uid) and ended_at is null
     union all select id from proposals where $1 in (khateeb_uid, masjid_uid) and state = 'pending'
     union all select id from slots where masjid_uid = $1 and removed_at is null`,
    [uid],
  )
  return rows.length
}

/** Counts the letters of a kind to a member. Their texts are deleted once sent. */
async function countLetters({ email }: Member, kind: LetterKind): Promise<number> {
  return (await outboxLetters(pair)).filter((it) => it === `${kind} to ${email}`).length
}

describe.each(rounds)('round %i', () => {
  test('a khateeb who deletes the account while being confirmed keeps no assignment, and each masjid is notified', async () => {
    await pair.callInOrder(postsTimes(masjid, friday, times))
    await pair.callInOrder(...times.map((time) => callsAt(time).requests))
    const [left = [], ...approved] = await pair.race(
      deletesAccount(khateeb),
      ...times.map((time) => callsAt(time).approvesRequest),
    )
    expect(tally(left)).toEqual({ changed: 1, not_signed_in: 9 })
    expect(new Set([...approved.flat(), 'changed', 'same', 'not_found'])).toEqual(
      new Set(['changed', 'same', 'not_found']),
    )
    expect(await invariantViolations(pair.database)).toEqual([])
    expect(await countOpenItems(khateeb.uid)).toBe(0)
    expect(await countLetters(masjid, 'khateeb_left')).toBe(times.length)
  })

  test('a masjid that deletes its account during other calls keeps no slot, and affected khateebs are notified', async () => {
    await pair.callInOrder(postsTimes(masjid, friday, times.slice(0, 3)), callsAt('09:00').invites)
    const [left = [], , asked = [], posted = []] = await pair.race(
      deletesAccount(masjid),
      callsAt('09:00').acceptsInvite,
      callsAt('13:00').requests,
      postsTimes(masjid, friday, times),
    )
    expect(tally(left)['changed']).toBe(1)
    expect(new Set([...left, ...posted, 'changed', 'not_signed_in'])).toEqual(
      new Set(['changed', 'not_signed_in']),
    )
    expect(await invariantViolations(pair.database)).toEqual([])
    expect(await countOpenItems(masjid.uid)).toBe(0)
    expect(await countLetters(khateeb, 'masjid_left')).toBe(asked.includes('changed') ? 2 : 1)
  })
})
