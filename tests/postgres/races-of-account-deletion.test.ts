import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { deleteAccount } from '../../contract/identity.ts'
import { setPasswordHash } from '../../server/identity/accounts.ts'
import type { LetterKind } from '../../server/letters/letter.ts'
import { insertKhateeb, insertMasjid, type Member } from '../runtime/insert-people.ts'
import { password } from '../runtime/people.ts'
import { friday, listQueuedLetters, type Slot } from '../runtime/slots.ts'
import { breaches } from './invariants.ts'
import { accepts, approves, invites, posts, requests } from './racing-calls.ts'
import { type Arena, type Contestant, openArena, rounds, speaking, tally } from './server-pair.ts'

let arena: Arena
let masjid: Member
let khateeb: Member
let cheap: string

beforeAll(async () => {
  arena = await openArena(inject('build'))
  // Verified in no time, so that all meet in the database.
  cheap = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
})
afterAll(() => arena.close())
beforeEach(async () => {
  await arena.clear()
  masjid = await insertMasjid(arena.database)
  khateeb = await insertKhateeb(arena.database)
  await arena.database.transaction(async (tx) => {
    for (const { uid } of [masjid, khateeb]) await setPasswordHash(tx, uid, cheap)
  })
})

const times = ['09:00', '11:00', '13:00', '15:00']

function leaves(member: Member): Contestant {
  return (url) => speaking(member, url).call(deleteAccount, { password })
}

async function first(...calls: readonly Contestant[]): Promise<void> {
  for (const call of calls) await call(arena.servers[0].url, 0)
}

function slotAt(khutbahTime: string): Slot {
  return { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime }
}

/** What stands of a khateeb or a masjid: active assignments, pending proposals, slots. */
async function whatStands(uid: string) {
  const { reader } = arena.database
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

/** How many letters of a kind somebody was written; what they said is gone once they are sent. */
async function told({ email }: Member, kind: LetterKind): Promise<number> {
  return (await listQueuedLetters(arena.database)).filter((it) => it === `${kind} to ${email}`).length
}

describe.each(rounds)('round %i', () => {
  test('a khateeb who leaves while he is being confirmed is confirmed nowhere, and whoever had him knows', async () => {
    await first(posts(masjid, friday, times))
    await first(...times.map((time) => requests(khateeb, slotAt(time))))
    const [left = [], ...approved] = await arena.race(
      leaves(khateeb),
      ...times.map((time) => approves(masjid, khateeb, slotAt(time))),
    )
    expect(tally(left)).toEqual({ changed: 1, not_signed_in: 9 })
    expect(new Set([...approved.flat(), 'changed', 'same', 'not_found'])).toEqual(
      new Set(['changed', 'same', 'not_found']),
    )
    expect(await breaches(arena.database)).toEqual([])
    expect(await whatStands(khateeb.uid)).toEqual([])
    expect(await told(masjid, 'khateeb_left')).toBe(times.length)
  })

  test('a masjid that leaves while others come and it posts more leaves no slot, and whoever counted on one knows', async () => {
    await first(posts(masjid, friday, times.slice(0, 3)))
    await first(invites(masjid, khateeb, slotAt('09:00')))
    const [left = [], , asked = [], posted = []] = await arena.race(
      leaves(masjid),
      accepts(khateeb, slotAt('09:00')),
      requests(khateeb, slotAt('13:00')),
      posts(masjid, friday, times),
    )
    expect(tally(left)['changed']).toBe(1)
    expect(new Set([...left, ...posted, 'changed', 'not_signed_in'])).toEqual(
      new Set(['changed', 'not_signed_in']),
    )
    expect(await breaches(arena.database)).toEqual([])
    expect(await whatStands(masjid.uid)).toEqual([])
    expect(await told(khateeb, 'masjid_left')).toBe(asked.includes('changed') ? 2 : 1)
  })
})
