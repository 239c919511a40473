import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { MemberRole } from '../../contract/endpoint.ts'
import { acceptInvitation, joinByInvitation } from '../../contract/invitation-links.ts'
import { changeMemberRole, leaveMasjid, removeMember } from '../../contract/members.ts'
import type { AuditEvent } from '../../server/database/audit-events.ts'
import type { Database } from '../../server/database/database.ts'
import { newToken } from '../../server/tokens.ts'
import { insertMember } from '../runtime/add-member.ts'
import { openDatabase } from '../runtime/database.ts'
import { type InsertedAccount, insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { password } from '../runtime/people.ts'
import { retryingClient } from '../runtime/retrying-client.ts'
import { farFuture, insertSessionOfPerson } from '../runtime/session.ts'
import { friday } from '../runtime/slots.ts'
import { waitForLockConflict } from '../runtime/wait-for-lock-conflict.ts'
import { invariantViolations } from './invariants.ts'
import { expectOutcomesIn, outboxLetters, rounds, startServerPair, tally, winnerOf } from './race.ts'
import { callOf, callsAbout, deleteAccountCall, setCheapPassword } from './racing-calls.ts'

/** The default limits would refuse most of fifty calls. Each call also counts as a sign-in while its password is checked. */
const pair = await startServerPair({
  LIMIT_RESET: '1000/1',
  LIMIT_SIGN_UP: '1000/1',
  LIMIT_SIGN_IN: '1000/1',
})
const { database } = pair
const { db } = database
/** More connections, as if a third process used the database. */
const otherDatabase = openDatabase(pair.url, 2)

let owner: InsertedAccount
async function setUpMasjid(): Promise<void> {
  await pair.clear()
  owner = await insertMasjid(database)
  await setCheapPassword(database, owner)
}
beforeEach(setUpMasjid)

/** Runs twenty rounds of a race, each with another masjid. Expects that no invariant is violated after each round. */
async function repeatRace(round: () => Promise<void>): Promise<void> {
  for (let count = 0; count < 20; count += 1) {
    await setUpMasjid()
    await round()
    expect(await invariantViolations(database)).toEqual([])
  }
}

/** Inserts another member of the masjid, with a session and a password. */
async function newMember(role: MemberRole): Promise<InsertedAccount> {
  const personId = await insertMember(db, owner.uid, role)
  const { token } = await insertSessionOfPerson(database, personId)
  const { email } = await db
    .selectFrom('people')
    .where('id', '=', personId)
    .select('email')
    .executeTakeFirstOrThrow()
  const member = { ...owner, personId, token, email: email ?? '' }
  await setCheapPassword(database, member)
  return member
}

/** Inserts an invitation to a masjid. Returns its token. */
async function insertInvitation(email: string, masjid: InsertedAccount = owner): Promise<string> {
  const { token, hash } = newToken()
  const values = { masjid_uid: masjid.uid, invited_by: masjid.personId, role: 'viewer', email } as const
  await db
    .insertInto('invitations')
    .values({ ...values, token_hash: hash, expires_at: farFuture })
    .execute()
  return token
}

const removeMemberCall = (by: InsertedAccount, { personId }: InsertedAccount) =>
  callOf(by, removeMember, { personId, password })
const acceptInvitationCall = (by: InsertedAccount, token: string) => callOf(by, acceptInvitation, { token })

/** Returns the members of a masjid, as `<role> <person's id>`. */
async function teamOf({ uid }: InsertedAccount): Promise<string[]> {
  const members = db.selectFrom('memberships').where('party_uid', '=', uid).select(['role', 'person_id'])
  return (await members.execute()).map(({ role, person_id }) => `${role} ${person_id}`).toSorted()
}

/** Returns the masjid's audit in order: the event, the id of the acting person, and the affected member or khateeb. */
async function readAudit(events?: readonly AuditEvent[]) {
  const acts = db.selectFrom('audit').where('by_uid', '=', owner.uid).orderBy('id').selectAll()
  const rows = await acts.$if(events !== undefined, (it) => it.where('event', 'in', events ?? [])).execute()
  return rows.map((it) => [it.event, it.by_person_id, it.person_id ?? it.khateeb_uid])
}

/** Returns whether a person has an account. */
async function hasAccount({ personId }: InsertedAccount): Promise<boolean> {
  const people = db.selectFrom('people').where('id', '=', personId).where('left_at', 'is', null)
  return (await people.select('id').executeTakeFirst()) !== undefined
}

/** Returns the memberships of people without an account. */
function membershipsOfDeleted() {
  return db
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .where('p.left_at', 'is not', null)
    .select('p.id')
    .execute()
}

/** Returns the letters in the outbox, except the last letter to each deleted account. */
async function lettersToAccounts(): Promise<string[]> {
  return (await outboxLetters(pair)).filter((it) => !it.startsWith('account_deleted'))
}

/** The possible outcomes of a call whose caller was removed before the call. */
const removedCallerOutcomes = ['not_signed_in', 'session_changed']

/** Removes an owner. Returns the constraint that refused the removal. Undefined if the owner was removed. */
async function removeOwner({ db }: Database, personId: string): Promise<unknown> {
  const removed = db.deleteFrom('memberships').where('person_id', '=', personId).execute()
  return removed.then(
    () => undefined,
    (error: unknown) => (error instanceof Error && 'constraint' in error ? error.constraint : error),
  )
}

test('of two concurrent removals of a masjid’s two owners, the database refuses the second', async () => {
  const second = await insertMember(db, owner.uid, 'owner')
  const late = await database.transaction(async (tx) => {
    await tx.deleteFrom('memberships').where('person_id', '=', second).execute()
    const removal = removeOwner(otherDatabase, owner.personId)
    await waitForLockConflict(tx, removal)
    return { removal }
  })
  expect(await late.removal).toBe('masjid_keeps_an_owner')
  expect(await teamOf(owner)).toEqual([`owner ${owner.personId}`])
})

test('of two members who concurrently approve different khateebs for a slot, one succeeds', () =>
  repeatRace(async () => {
    const scheduler = await newMember('scheduler')
    const khateebs = [await insertKhateeb(database), await insertKhateeb(database)] as const
    const slot = { masjidUid: owner.uid, khutbahDate: friday, khutbahTime: '13:00' }
    const [ofOwner, ofScheduler] = [
      callsAbout(slot, owner, khateebs[0]),
      callsAbout(slot, scheduler, khateebs[1]),
    ]
    await pair.callInOrder(ofOwner.posts, ofOwner.requests, ofScheduler.requests)
    const outcomes = await pair.shortRace(ofOwner.approvesRequest, ofScheduler.approvesRequest)
    const winner = winnerOf(outcomes)
    expect(new Set(outcomes[1 - winner])).toEqual(new Set(['slot_taken']))
    const [confirmed, rival] = winner === 0 ? khateebs : khateebs.toReversed()
    expect(await readAudit(['request_accepted', 'request_closed'])).toEqual(
      expect.arrayContaining([
        ['request_accepted', winner === 0 ? owner.personId : scheduler.personId, confirmed?.uid],
        ['request_closed', winner === 0 ? owner.personId : scheduler.personId, rival?.uid],
      ]),
    )
    expect((await outboxLetters(pair)).filter((it) => !it.startsWith('request_received'))).toEqual(
      [`request_approved to ${confirmed?.email}`, `rival_confirmed to ${rival?.email}`].toSorted(),
    )
  }))

test('of two owners who concurrently remove each other, only one stays a member', () =>
  repeatRace(async () => {
    const second = await newMember('owner')
    const outcomes = await pair.shortRace(removeMemberCall(owner, second), removeMemberCall(second, owner))
    expect(tally(outcomes.flat())['changed']).toBe(1)
    expectOutcomesIn(outcomes.flat(), 'changed', 'not_found', ...removedCallerOutcomes)
    const [winner, loser] = outcomes[0]?.includes('changed') === true ? [owner, second] : [second, owner]
    expect(await teamOf(owner)).toEqual([`owner ${winner.personId}`])
    expect(await hasAccount(loser)).toBe(false)
    expect(await readAudit()).toEqual([['member_removed', winner.personId, loser.personId]])
    expect(await lettersToAccounts()).toEqual([`owner_removed to ${winner.email}`])
  }))

test('a masjid whose last owner leaves while making another member an owner keeps an owner', () =>
  repeatRace(async () => {
    const member = await newMember('viewer')
    const [left = [], made = []] = await pair.shortRace(
      callOf(owner, leaveMasjid, { password }),
      callOf(owner, changeMemberRole, { personId: member.personId, memberRole: 'owner', password }),
    )
    expectOutcomesIn(left, 'changed', 'last_owner', ...removedCallerOutcomes)
    expectOutcomesIn(made, 'changed', 'same', ...removedCallerOutcomes)
    expect(tally(made)['changed']).toBe(1)
    const hasLeft = left.includes('changed')
    expect(await teamOf(owner)).toEqual(
      [`owner ${member.personId}`, ...(hasLeft ? [] : [`owner ${owner.personId}`])].toSorted(),
    )
    expect(await hasAccount(owner)).toBe(!hasLeft)
    expect(await readAudit()).toEqual([
      ['member_role_changed', owner.personId, member.personId],
      ...(hasLeft ? [['member_left', owner.personId, owner.personId]] : []),
    ])
  }))

test('a member who is removed while approving a request approves it before the removal, or not at all', () =>
  repeatRace(async () => {
    const scheduler = await newMember('scheduler')
    const khateeb = await insertKhateeb(database)
    const slot = { masjidUid: owner.uid, khutbahDate: friday, khutbahTime: '13:00' }
    const calls = callsAbout(slot, scheduler, khateeb)
    await pair.callInOrder(callsAbout(slot, owner, khateeb).posts, calls.requests)
    const [removal = [], approval = []] = await pair.shortRace(
      removeMemberCall(owner, scheduler),
      calls.approvesRequest,
    )
    expect(tally(removal)).toEqual({ changed: 1, not_found: 4 })
    expectOutcomesIn(approval, 'changed', 'same', ...removedCallerOutcomes)
    const isApproved = approval.includes('changed')
    const { state } = await db
      .selectFrom('proposals')
      .where('khateeb_uid', '=', khateeb.uid)
      .select('state')
      .executeTakeFirstOrThrow()
    expect(state).toBe(isApproved ? 'accepted' : 'pending')
    expect(await readAudit(['request_accepted', 'member_removed'])).toEqual([
      ...(isApproved ? [['request_accepted', scheduler.personId, khateeb.uid]] : []),
      ['member_removed', owner.personId, scheduler.personId],
    ])
    expect(await lettersToAccounts()).toEqual(
      [
        `request_received to ${owner.email}`,
        ...(isApproved ? [`request_approved to ${khateeb.email}`] : []),
      ].toSorted(),
    )
  }))

describe.each(rounds)('round %i', () => {
  test('an invitation accepted fifty times concurrently makes the invited person a member once', async () => {
    const khateeb = await insertKhateeb(database)
    const [outcomes = []] = await pair.race(
      acceptInvitationCall(khateeb, await insertInvitation(khateeb.email)),
    )
    // The other 49 calls repeat the successful call, so they succeed, too.
    expect(tally(outcomes)).toEqual({ changed: 50 })
    expect(await teamOf(owner)).toHaveLength(2)
    expect(await outboxLetters(pair)).toEqual([`member_joined to ${khateeb.email}`])
  })

  test('an invitation used fifty times concurrently creates one account', async () => {
    const email = `invited-${randomUUID()}@minbar.example`
    const token = await insertInvitation(email)
    const [outcomes = []] = await pair.race((url) =>
      retryingClient(url).call(joinByInvitation, { token, name: 'Bilal Rahman', password }),
    )
    expect(tally(outcomes)).toEqual({ changed: 50 })
    expect(await teamOf(owner)).toHaveLength(2)
    const people = db.selectFrom('people').where('email', '=', email).select('id')
    expect(await people.execute()).toHaveLength(1)
  })

  test('a member who is removed while accepting another invitation keeps the account only if the acceptance succeeded', async () => {
    const member = await newMember('scheduler')
    const elsewhere = await insertMasjid(database)
    const token = await insertInvitation(member.email, elsewhere)
    const [removal = [], acceptance = []] = await pair.race(
      removeMemberCall(owner, member),
      acceptInvitationCall(member, token),
    )
    expect(tally(removal)).toEqual({ changed: 1, not_found: 24 })
    expectOutcomesIn(acceptance, 'changed', 'link_spent', 'not_invited', ...removedCallerOutcomes)
    const hasJoined = acceptance.includes('changed')
    expect(await hasAccount(member)).toBe(hasJoined)
    expect(await teamOf(elsewhere)).toHaveLength(hasJoined ? 2 : 1)
    expect(await membershipsOfDeleted()).toEqual([])
  })

  test('a person who deletes the account while accepting an invitation has no membership afterwards', async () => {
    const member = await newMember('scheduler')
    const elsewhere = await insertMasjid(database)
    const token = await insertInvitation(member.email, elsewhere)
    const [deletion = []] = await pair.race(deleteAccountCall(member), acceptInvitationCall(member, token))
    expect(tally(deletion)['changed']).toBe(1)
    expect(await hasAccount(member)).toBe(false)
    expect(await membershipsOfDeleted()).toEqual([])
    expect(await teamOf(elsewhere)).toEqual([`owner ${elsewhere.personId}`])
  })
})
