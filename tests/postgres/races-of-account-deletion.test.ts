import { beforeEach, describe, expect, inject, test } from 'vitest'
import { deleteAccount } from '../../contract/identity.ts'
import { setPasswordHash } from '../../server/identity/accounts.ts'
import { createPasswords } from '../../server/identity/passwords.ts'
import type { LetterKind } from '../../server/letters/letter.ts'
import { cheapHash } from '../runtime/app.ts'
import { insertKhateeb, insertMasjid, type Member } from '../runtime/insert-people.ts'
import { password } from '../runtime/people.ts'
import { friday, listQueuedLetters, type Slot } from '../runtime/slots.ts'
import { invariantViolations } from './invariants.ts'
import { acceptsInvite, approvesRequest, invitesKhateeb, postsTimes, requestsSlot } from './racing-calls.ts'
import { clientFor, type RacingCall, rounds, startServerPair, tally } from './server-pair.ts'

let masjid: Member
let khateeb: Member

const pair = await startServerPair(inject('build'))
// A cheap hash is verified at once, so that concurrent calls meet in the database.
const passwordHash = await createPasswords(cheapHash).hash(password)
beforeEach(async () => {
  await pair.clear()
  masjid = await insertMasjid(pair.database)
  khateeb = await insertKhateeb(pair.database)
  await pair.database.transaction(async (tx) => {
    for (const { uid } of [masjid, khateeb]) await setPasswordHash(tx, uid, passwordHash)
  })
})

const times = ['09:00', '11:00', '13:00', '15:00']

function deletesAccount(member: Member): RacingCall {
  return (url) => clientFor(member, url).call(deleteAccount, { password })
}

async function callInOrder(...calls: readonly RacingCall[]): Promise<void> {
  for (const call of calls) await call(pair.servers[0].url, 0)
}

function slotAt(khutbahTime: string): Slot {
  return { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime }
}

/** The active assignments, pending proposals and slots of a khateeb or masjid. */
async function openItemsOf(uid: string) {
  const { reader } = pair.database
  const active = await reader
    .selectFrom('assignments')
    .where((where) => where.or([where('khateeb_uid', '=', uid), where('masjid_uid', '=', uid)]))
    .where('ended_at', 'is', null)
    .select('id')
    .execute()
  const pending = await reader
    .selectFrom('proposals')
    .where((where) => where.or([where('khateeb_uid', '=', uid), where('masjid_uid', '=', uid)]))
    .where('state', '=', 'pending')
    .select('id')
    .execute()
  const slots = await reader
    .selectFrom('slots')
    .where('masjid_uid', '=', uid)
    .where('removed_at', 'is', null)
    .select('id')
    .execute()
  return [...active, ...pending, ...slots]
}

/** Counts the letters of a kind to a member. Their texts are deleted once sent. */
async function countLetters({ email }: Member, kind: LetterKind): Promise<number> {
  return (await listQueuedLetters(pair.database)).filter((it) => it === `${kind} to ${email}`).length
}

describe.each(rounds)('round %i', () => {
  test('a khateeb who deletes the account while being confirmed keeps no assignment, and each masjid is notified', async () => {
    await callInOrder(postsTimes(masjid, friday, times))
    await callInOrder(...times.map((time) => requestsSlot(khateeb, slotAt(time))))
    const [left = [], ...approved] = await pair.race(
      deletesAccount(khateeb),
      ...times.map((time) => approvesRequest(masjid, khateeb, slotAt(time))),
    )
    expect(tally(left)).toEqual({ changed: 1, not_signed_in: 9 })
    expect(new Set([...approved.flat(), 'changed', 'same', 'not_found'])).toEqual(
      new Set(['changed', 'same', 'not_found']),
    )
    expect(await invariantViolations(pair.database)).toEqual([])
    expect(await openItemsOf(khateeb.uid)).toEqual([])
    expect(await countLetters(masjid, 'khateeb_left')).toBe(times.length)
  })

  test('a masjid that deletes its account during other calls keeps no slot, and affected khateebs are notified', async () => {
    await callInOrder(postsTimes(masjid, friday, times.slice(0, 3)))
    await callInOrder(invitesKhateeb(masjid, khateeb, slotAt('09:00')))
    const [left = [], , asked = [], posted = []] = await pair.race(
      deletesAccount(masjid),
      acceptsInvite(khateeb, slotAt('09:00')),
      requestsSlot(khateeb, slotAt('13:00')),
      postsTimes(masjid, friday, times),
    )
    expect(tally(left)['changed']).toBe(1)
    expect(new Set([...left, ...posted, 'changed', 'not_signed_in'])).toEqual(
      new Set(['changed', 'not_signed_in']),
    )
    expect(await invariantViolations(pair.database)).toEqual([])
    expect(await openItemsOf(masjid.uid)).toEqual([])
    expect(await countLetters(khateeb, 'masjid_left')).toBe(asked.includes('changed') ? 2 : 1)
  })
})
