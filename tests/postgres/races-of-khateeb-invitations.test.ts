import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  acceptInvitation,
  acceptSlotByInvitation,
  declineInvitation,
  joinAsKhateeb,
  lookUpInvitation,
} from '../../contract/invitation-links.ts'
import { deleteMasjid, inviteNewKhateeb, revokeInvitation } from '../../contract/members.ts'
import { databaseNow } from '../../server/database/database.ts'
import { deleteExpiredIdentityData } from '../../server/identity/delete-expired.ts'
import { introduceConfirmedKhateebs } from '../../server/members/introduce-khateeb.ts'
import { newToken } from '../../server/tokens.ts'
import { insertMember } from '../runtime/add-member.ts'
import { openDatabase } from '../runtime/database.ts'
import { type InsertedAccount, insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { password } from '../runtime/people.ts'
import { retryingClient } from '../runtime/retrying-client.ts'
import { farFuture, insertSessionOfPerson } from '../runtime/session.ts'
import { friday } from '../runtime/slots.ts'
import { toldValueOf } from '../runtime/told-value.ts'
import { invariantViolations } from './invariants.ts'
import { letterDifferences } from './letter-consistency.ts'
import { expectOutcomesIn, outboxLetters, type RacingCall, rounds, startServerPair, tally } from './race.ts'
import {
  callOf,
  callsAbout,
  deleteAccountCall,
  expireAllProposals,
  postTimesCall,
  setCheapPassword,
} from './racing-calls.ts'

const pair = await startServerPair({
  LIMIT_RESET: '1000/1',
  LIMIT_SIGN_UP: '1000/1',
  LIMIT_SIGN_IN: '1000/1',
  LIMIT_MEMBER_INVITATION: '1000/1',
  LIMIT_RESET_ACCOUNT: '1000/1',
  LIMIT_PROPOSAL: '100000/60',
  LIMIT_UNCONFIRMED_PROPOSAL: '100000/60',
})
const { database } = pair
const { db } = database
/** Connections for the job that introduces khateebs, as if two more processes ran the job. */
const jobDatabases = [openDatabase(pair.url, 2), openDatabase(pair.url, 2)] as const
afterAll(() => Promise.all(jobDatabases.map((it) => it.close())))

let owner: InsertedAccount
let khateeb: InsertedAccount
beforeEach(async () => {
  await pair.clear()
  owner = await insertMasjid(database)
  khateeb = await insertKhateeb(database)
  await setCheapPassword(database, owner, khateeb)
  const confirmed = db.updateTable('people').set({ email_verified_at: databaseNow })
  await confirmed.where('id', 'in', [owner.personId, khateeb.personId]).execute()
})

/** Inserts an invitation that is older than the khateeb's account, so that the job introduces the khateeb. */
async function insertInvitation(email: string, slotId: string | null = null) {
  const { token, hash } = newToken()
  const values = { masjid_uid: owner.uid, invited_by: owner.personId, role: 'khateeb', email } as const
  const times = { created_at: new Date('2020-01-01'), expires_at: farFuture }
  const { id: invitationId } = await db
    .insertInto('invitations')
    .values({
      ...values,
      ...times,
      token_hash: hash,
      slot_id: slotId,
      told: await toldValueOf(db, slotId),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { token, invitationId }
}

/** Runs the job that introduces khateebs through the connections of another process. */
const introduceCall: RacingCall = async (_, number) => {
  await introduceConfirmedKhateebs(jobDatabases[number % 4 < 2 ? 0 : 1])
  return {}
}
const joinCall =
  (token: string, seenStart?: string): RacingCall =>
  (url) =>
    retryingClient(url).call(joinAsKhateeb, {
      token,
      password,
      seenStart,
      firstName: 'Bilal',
      lastName: 'Rahman',
      phone: '(313) 555-0111',
      zipCode: '48126',
    })

/**
 * Accepts the slot as a khateeb with an account. This call hashes no password, so it can race with fast calls. `joinCall` hashes a password
 * first, and the fast calls have ended before it begins to write.
 */
const acceptCall =
  (token: string, seenStart: string): RacingCall =>
  (url) =>
    retryingClient(url).call(acceptSlotByInvitation, { token, seenStart })

/** Makes a call after a number of reads. So in some rounds, the call overlaps with a call that writes only in its later steps. */
const callAfterReads =
  (reads: number, token: string, makeCall: RacingCall): RacingCall =>
  async (url, number) => {
    for (let read = 0; read < reads; read += 1)
      await retryingClient(url)
        .call(lookUpInvitation, { token })
        .catch(() => null)
    return makeCall(url, number)
  }

/** Inserts a khateeb with a confirmed email. */
async function insertConfirmedKhateeb(): Promise<InsertedAccount> {
  const known = await insertKhateeb(database)
  const person = db.updateTable('people').where('id', '=', known.personId)
  await person.set({ email_verified_at: databaseNow }).execute()
  return known
}

/** Counts the khateebs whom the masjid has approved. */
async function approvedCount(): Promise<number> {
  const marks = db.selectFrom('khateeb_marks').where('masjid_uid', '=', owner.uid).select('mark')
  const rows = await marks.execute()
  return rows.filter((it) => it.mark === 'approved').length
}

async function introductionCount(): Promise<number> {
  const letters = await outboxLetters(pair)
  return letters.filter((it) => it.startsWith('invited_khateeb_joined')).length
}

async function expectIntroduced(times: 0 | 1): Promise<void> {
  expect([await approvedCount(), await introductionCount()]).toEqual([times, times])
  expect(await invariantViolations(database)).toEqual([])
}

/** Posts a slot of the masjid. Returns its id and its start. */
async function post(khutbahTime: string) {
  await pair.callInOrder(postTimesCall(owner, friday, [khutbahTime]))
  const slots = db.selectFrom('slots').where('masjid_uid', '=', owner.uid).where('time', '=', khutbahTime)
  const { id, starts_at } = await slots.select(['id', 'starts_at']).executeTakeFirstOrThrow()
  return { slotId: id, seenStart: starts_at.toISOString() }
}

/** Returns the uids of the khateebs who are confirmed for the masjid's slots. */
async function assignedUids(): Promise<string[]> {
  const current = db.selectFrom('assignments').where('masjid_uid', '=', owner.uid)
  const rows = await current.where('ended_at', 'is', null).select('khateeb_uid').execute()
  return rows.map((it) => it.khateeb_uid)
}

const emailHasAccount = async (email: string) =>
  (await db.selectFrom('people').where('email', '=', email).select('id').execute()).length > 0

/**
 * Expects that no invariant is violated, and that the letters with news match the state. Letters to or about invited khateebs without an
 * account are not news.
 */
async function expectConsistentNews(): Promise<void> {
  const differences = await letterDifferences(database)
  const ofNews = differences.filter((it) => !/^(invited_khateeb|new_khateeb)_/u.test(it))
  expect([...(await invariantViolations(database)), ...ofNews]).toEqual([])
}

describe.each(rounds)('round %i with a slot', (round) => {
  test('of two invited khateebs who concurrently accept invitations to one slot, only one is confirmed and gets an account', async () => {
    const { slotId, seenStart } = await post('13:00')
    const emails = [1, 2].map(() => `invited-${randomUUID()}@minbar.example`)
    const [first = '', second = ''] = emails
    const tokens = [
      (await insertInvitation(first, slotId)).token,
      (await insertInvitation(second, slotId)).token,
    ] as const
    const answers = await pair.race(joinCall(tokens[0], seenStart), joinCall(tokens[1], seenStart))
    const winner = answers[0]?.includes('changed') ? 0 : 1
    // The other 24 calls with this token repeat the successful call, so they succeed, too.
    expect(tally(answers[winner] ?? [])).toEqual({ changed: 25 })
    // A server's job may already have ended the other khateeb's invitation.
    expectOutcomesIn(answers[1 - winner] ?? [], 'slot_taken', 'proposal_closed')
    expect(await assignedUids()).toHaveLength(1)
    expect(await Promise.all([first, second].map(emailHasAccount))).toEqual([winner === 0, winner === 1])
    await expectConsistentNews()
  })

  test('if an invited khateeb accepts an invitation to a slot while the masjid approves another khateeb for the slot, only one is confirmed', async () => {
    const { slotId, seenStart } = await post('13:00')
    const slot = { masjidUid: owner.uid, khutbahDate: friday, khutbahTime: '13:00' }
    const calls = callsAbout(slot, owner, khateeb)
    await pair.callInOrder(calls.requests)
    const { token } = await insertInvitation((await insertConfirmedKhateeb()).email, slotId)
    const [answers = [], approvals = []] = await pair.race(
      acceptCall(token, seenStart),
      calls.approvesRequest,
    )
    const hasAccepted = answers.includes('changed')
    expectOutcomesIn(
      answers,
      ...(hasAccepted ? ['changed', 'link_spent'] : ['slot_taken', 'proposal_closed']),
    )
    expect(approvals.includes('changed')).toBe(!hasAccepted)
    expect(await assignedUids()).toHaveLength(1)
    await expectConsistentNews()
  })

  test('a khateeb who concurrently accepts an invitation and an invite to two overlapping slots is confirmed for one of them', async () => {
    const [one, other] = [await post('13:00'), await post('13:30')]
    const { token } = await insertInvitation(khateeb.email, one.slotId)
    const calls = callsAbout(
      { masjidUid: owner.uid, khutbahDate: friday, khutbahTime: '13:30' },
      owner,
      khateeb,
    )
    await pair.callInOrder(calls.invites)
    const { seenStart } = one
    const [answers = [], acceptances = []] = await pair.race(
      acceptCall(token, seenStart),
      calls.acceptsInvite,
    )
    const byLink = answers.includes('changed')
    expectOutcomesIn(answers, ...(byLink ? ['changed', 'link_spent'] : ['khateeb_busy']))
    expect(acceptances.includes('changed')).toBe(!byLink)
    const rows = db.selectFrom('assignments').where('ended_at', 'is', null).select('slot_id')
    expect((await rows.execute()).map((it) => it.slot_id)).toEqual([byLink ? one.slotId : other.slotId])
    await expectConsistentNews()
  })

  test('a khateeb who accepts an invitation to a slot while the slot is removed is not confirmed afterwards', async () => {
    const { slotId, seenStart } = await post('13:00')
    const { token } = await insertInvitation((await insertConfirmedKhateeb()).email, slotId)
    const slot = { masjidUid: owner.uid, khutbahDate: friday, khutbahTime: '13:00' }
    const [answers = [], removals = []] = await pair.shortRace(
      acceptCall(token, seenStart),
      callAfterReads(round % 6, token, callsAbout(slot, owner, khateeb).removesSlot),
    )
    expectOutcomesIn(answers, 'changed', 'link_spent', 'not_found', 'proposal_closed')
    expectOutcomesIn(removals, 'changed', 'same')
    expect(await assignedUids()).toEqual([])
    await expectConsistentNews()
  })

  test('accepting an invitation to a slot while the khateeb’s own request for the slot expires fails with an error code that the call declares', async () => {
    const { slotId, seenStart } = await post('13:00')
    const { token } = await insertInvitation(khateeb.email, slotId)
    const slot = { masjidUid: owner.uid, khutbahDate: friday, khutbahTime: '13:00' }
    await pair.callInOrder(callsAbout(slot, owner, khateeb).requests)
    // The call reads the request as pending, and then waits for its row.
    const [outcome = ''] = await pair.queueBehind(expireAllProposals, acceptCall(token, seenStart))
    expect(outcome).toBe('proposal_expired')
    for (const { failures } of [acceptSlotByInvitation, acceptInvitation, joinAsKhateeb])
      expect(failures).toContain(outcome)
  })

  test('if an invited khateeb accepts and declines concurrently, only one of the two answers takes effect', async () => {
    const { slotId, seenStart } = await post('13:00')
    const { token } = await insertInvitation(`invited-${randomUUID()}@minbar.example`, slotId)
    const declines: RacingCall = (url) => retryingClient(url).call(declineInvitation, { token })
    const [answers = [], refusals = []] = await pair.race(joinCall(token, seenStart), declines)
    expectOutcomesIn([...answers, ...refusals], 'changed', 'link_spent')
    expect(answers.includes('changed')).not.toBe(refusals.includes('changed'))
    expect(await assignedUids()).toHaveLength(answers.includes('changed') ? 1 : 0)
  })
})

describe.each(rounds)('round %i', () => {
  test('an invitation that the khateeb and a job of the server accept concurrently is accepted once', async () => {
    const { token } = await insertInvitation(khateeb.email)
    const [answers = []] = await pair.race(callOf(khateeb, acceptInvitation, { token }), introduceCall)
    // If the job accepts the invitation first, the call still succeeds, because the khateeb has joined.
    expectOutcomesIn(answers, 'changed')
    await expectIntroduced(1)
  })

  test('of a revocation and a concurrent acceptance by the khateeb, only one takes effect', async () => {
    const { token, invitationId } = await insertInvitation(khateeb.email)
    const [answers = [], revocations = []] = await pair.race(
      callOf(khateeb, acceptInvitation, { token }),
      callOf(owner, revokeInvitation, { invitationId }),
    )
    expectOutcomesIn(revocations, 'changed', 'same')
    const hasJoined = answers.includes('changed')
    expect(revocations.includes('changed')).toBe(!hasJoined)
    await expectIntroduced(hasJoined ? 1 : 0)
  })

  test('of a revocation and a concurrent acceptance by the server’s job, only one takes effect', async () => {
    const { invitationId } = await insertInvitation(khateeb.email)
    const [, revocations = []] = await pair.race(
      introduceCall,
      callOf(owner, revokeInvitation, { invitationId }),
    )
    expectOutcomesIn(revocations, 'changed', 'same')
    expect(tally(revocations)['changed'] ?? 0).toBeLessThanOrEqual(1)
    await expectIntroduced(revocations.includes('changed') ? 0 : 1)
  })

  test('an invitation used fifty times concurrently creates one khateeb', async () => {
    const email = `invited-${randomUUID()}@minbar.example`
    const { token } = await insertInvitation(email)
    const [answers = []] = await pair.race(joinCall(token))
    expect(tally(answers)).toEqual({ changed: 50 })
    await expectIntroduced(1)
  })

  test('an invitation that is used while it expires is either accepted or deleted', async () => {
    const email = `invited-${randomUUID()}@minbar.example`
    const { token, invitationId } = await insertInvitation(email)
    const [answers = []] = await pair.race(joinCall(token), async () => {
      const ends = db.updateTable('invitations').set({ expires_at: databaseNow })
      await ends.where('id', '=', invitationId).execute()
      await deleteExpiredIdentityData(database)
      return {}
    })
    expectOutcomesIn(answers, 'changed', 'link_spent')
    await expectIntroduced(answers.includes('changed') ? 1 : 0)
    const people = db.selectFrom('people').where('email', '=', email).select('id')
    expect(await people.execute()).toHaveLength(answers.includes('changed') ? 1 : 0)
    const pending = db.selectFrom('invitations').where('email', '=', email).where('ended_at', 'is', null)
    expect(await pending.select('id').execute()).toEqual([])
  })

  test('two owners who invite one address concurrently leave one invitation, and its link can stop further invitations', async () => {
    const personId = await insertMember(db, owner.uid, 'owner')
    const confirmed = db.updateTable('people').set({ email_verified_at: databaseNow })
    await confirmed.where('id', '=', personId).execute()
    const { token } = await insertSessionOfPerson(database, personId)
    const second = { ...owner, personId, token }
    const email = `invited-${randomUUID()}@minbar.example`
    const outcomes = await pair.race(
      callOf(owner, inviteNewKhateeb, { email }),
      callOf(second, inviteNewKhateeb, { email }),
    )
    expect(tally(outcomes.flat())).toEqual({ changed: 50 })
    const rows = db.selectFrom('invitations').where('email', '=', email).select('token_hash')
    expect(await rows.execute()).toHaveLength(1)
    const links = db
      .selectFrom('opt_out_links as l')
      .innerJoin('invitations as i', 'i.token_hash', 'l.token_hash')
      .where('i.email', '=', email)
    expect(await links.select('i.id').execute()).toHaveLength(1)
  })

  test('a khateeb who deletes his account while accepting an invitation is not approved by the masjid afterwards', async () => {
    const { token } = await insertInvitation(khateeb.email)
    const [deletion = []] = await pair.race(
      deleteAccountCall(khateeb),
      callOf(khateeb, acceptInvitation, { token }),
      introduceCall,
    )
    expect(tally(deletion)['changed']).toBe(1)
    expect(await approvedCount()).toBe(0)
    const left = db.selectFrom('invitations').where('email', '=', khateeb.email).select('id')
    expect(await left.execute()).toEqual([])
  })

  test('a masjid that is deleted while a khateeb accepts its invitation has no approved khateebs', async () => {
    const { token } = await insertInvitation(khateeb.email)
    const [deletion = [], answers = []] = await pair.race(
      callOf(owner, deleteMasjid, { password }),
      callOf(khateeb, acceptInvitation, { token }),
      introduceCall,
    )
    expect(tally(deletion)['changed']).toBe(1)
    expectOutcomesIn(answers, 'changed', 'link_spent')
    expect(await approvedCount()).toBe(0)
    expect(await invariantViolations(database)).toEqual([])
  })
})
