import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { disownAccount, verifyEmail } from '../../contract/account-email.ts'
import { cancelEmailChange, changeEmail, confirmEmail, undoEmailChange } from '../../contract/email-change.ts'
import { getSession, signIn } from '../../contract/identity.ts'
import type { Tx } from '../../server/database/database.ts'
import { lockAccount } from '../../server/identity/accounts.ts'
import { createLink } from '../../server/identity/single-use-links.ts'
import type { LetterKind } from '../../server/letters/content/letter.ts'
import { type InsertedAccount, insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { password } from '../runtime/people.ts'
import { retryingClient } from '../runtime/retrying-client.ts'
import { friday } from '../runtime/slots.ts'
import { invariantViolations } from './invariants.ts'
import {
  clientFor,
  expectOutcomesIn,
  outboxLetters,
  type RacingCall,
  rounds,
  startServerPair,
  tally,
} from './race.ts'
import {
  callOf,
  callsAt,
  deleteAccountCall,
  postTimesCall,
  setCheapPassword,
  signUpCall,
} from './racing-calls.ts'

let khateeb: InsertedAccount
let masjid: InsertedAccount
let newEmail: string

const pair = await startServerPair()
beforeEach(async () => {
  await pair.clear()
  khateeb = await insertKhateeb(pair.database)
  masjid = await insertMasjid(pair.database)
  newEmail = `new-${randomUUID()}@minbar.example`
  await setCheapPassword(pair.database, khateeb, masjid)
})

const createEmailLink = (
  { personId }: InsertedAccount,
  purpose: 'confirm_email' | 'undo_email_change',
  email: string,
) => pair.database.transaction((tx) => createLink(tx, personId, purpose, { email }))

function confirmCall(token: string): RacingCall {
  return (url) => retryingClient(url).call(confirmEmail, { token })
}

/**
 * Confirms an email change after a failed sign-in. The sign-in takes as long as undoing an email change, which hashes a password. Without
 * the sign-in, the confirmation would always win the race.
 */
function lateConfirmCall(token: string): RacingCall {
  return async (url) => {
    const unknown = { email: `nobody-${randomUUID()}@minbar.example`, password }
    await retryingClient(url)
      .call(signIn, unknown)
      .catch(() => undefined)
    return retryingClient(url).call(confirmEmail, { token })
  }
}

function undoCall(token: string): RacingCall {
  return (url) => retryingClient(url).call(undoEmailChange, { token })
}

async function emailOf({ personId }: InsertedAccount): Promise<string | null | undefined> {
  const people = pair.database.db.selectFrom('people').select('email').where('id', '=', personId)
  return (await people.executeTakeFirst())?.email
}

async function countPeople(email: string): Promise<number> {
  const people = pair.database.db.selectFrom('people').select('id').where('email', '=', email)
  return (await people.execute()).length
}

/** Returns the purposes of a person's unused links. */
async function openLinkPurposes({ personId }: InsertedAccount): Promise<string[]> {
  const links = await pair.database.db
    .selectFrom('links')
    .where('person_id', '=', personId)
    .where('spent_at', 'is', null)
    .select('purpose')
    .execute()
  return links.map((it) => it.purpose)
}

const times = ['09:00', '11:00', '13:00', '15:00']

/** Returns the number of active assignments, pending proposals and slots of a khateeb or masjid. */
async function countOpenItems(uid: string): Promise<number> {
  const { rows } = await pair.database.pool.query(
    `select id from assignments where $1 in (khateeb_uid, masjid_uid) and ended_at is null
     union all select id from proposals where $1 in (khateeb_uid, masjid_uid) and state = 'pending'
     union all select id from slots where masjid_uid = $1 and removed_at is null`,
    [uid],
  )
  return rows.length
}

/** Counts the letters of a kind to a member. */
async function countLetters({ email }: InsertedAccount, kind: LetterKind): Promise<number> {
  return (await outboxLetters(pair)).filter((it) => it === `${kind} to ${email}`).length
}

// A race makes fifty calls, divided among the given calls. So each of two calls is made 25 times, and the first of three 17 times.
describe.each(rounds)('round %i', () => {
  test('of two accounts and a sign-up that claim one email address concurrently, only one gets the address', async () => {
    const [ownLink, masjidLink] = [
      await createEmailLink(khateeb, 'confirm_email', newEmail),
      await createEmailLink(masjid, 'confirm_email', newEmail),
    ]
    const outcomes = await pair.race(confirmCall(ownLink), confirmCall(masjidLink), signUpCall(newEmail))
    expect(tally(outcomes.flat())['changed']).toBe(1)
    expectOutcomesIn(outcomes.flat(), 'changed', 'email_taken', 'link_spent')
    expect(await countPeople(newEmail)).toBe(1)
    const changeLetters = (await outboxLetters(pair)).filter((it) => it.startsWith('email_changed'))
    expect(changeLetters).toHaveLength(outcomes[2]?.includes('changed') === true ? 0 : 1)
  })

  test.each(['cancellation', 'confirmation'])(
    'of the cancellation and the confirmation of an email change, only the first takes effect (first: %s)',
    async (first) => {
      const cancel: RacingCall = (url) => clientFor(khateeb, url).call(cancelEmailChange, {})
      const confirm = confirmCall(await createEmailLink(khateeb, 'confirm_email', newEmail))
      const lock = (tx: Tx) => lockAccount(tx, { personId: khateeb.personId })
      const isCanceled = first === 'cancellation'
      const outcomes = await pair.queueBehind(lock, ...(isCanceled ? [cancel, confirm] : [confirm, cancel]))
      expect(outcomes).toEqual(['changed', isCanceled ? 'link_spent' : 'same'])
      expect(await emailOf(khateeb)).toBe(isCanceled ? khateeb.email : newEmail)
    },
  )

  test('confirming a new address keeps the old address reserved, and creates an undo link', async () => {
    const link = await createEmailLink(khateeb, 'confirm_email', newEmail)
    const [confirmed = [], signedUp = [], asked = []] = await pair.race(
      confirmCall(link),
      signUpCall(khateeb.email),
      callOf(masjid, changeEmail, { email: khateeb.email, password }),
    )
    expect(tally(confirmed)).toEqual({ changed: 1, link_spent: 16 })
    expect(new Set([...signedUp, ...asked])).toEqual(new Set(['email_taken']))
    expect(await emailOf(khateeb)).toBe(newEmail)
    expect(await openLinkPurposes(khateeb)).toEqual(['undo_email_change'])
  })

  test('undoing an email change while another change is confirmed restores the first address', async () => {
    const wayBack = await createEmailLink(khateeb, 'undo_email_change', `first-${khateeb.email}`)
    const change = await createEmailLink(khateeb, 'confirm_email', newEmail)
    const [undone = [], confirmed = []] = await pair.race(undoCall(wayBack), lateConfirmCall(change))
    expect(tally(undone)).toEqual({ changed: 1, link_spent: 24 })
    expectOutcomesIn(confirmed, 'changed', 'link_spent')
    expect(await emailOf(khateeb)).toBe(`first-${khateeb.email}`)
    expect(await openLinkPurposes(khateeb)).toEqual(['reset_password'])
    expect(await clientFor(khateeb, pair.urlOf(0)).call(getSession, {})).toBeNull()
  })

  test('confirming an email change while the account is deleted leaves no address or link, and frees all addresses of the account', async () => {
    const first = `first-${khateeb.email}`
    await createEmailLink(khateeb, 'undo_email_change', first)
    const change = await createEmailLink(khateeb, 'confirm_email', newEmail)
    const [left = [], confirmed = []] = await pair.race(deleteAccountCall(khateeb), lateConfirmCall(change))
    expect(tally(left)['changed']).toBe(1)
    expectOutcomesIn(confirmed, 'changed', 'link_spent')
    expect(await emailOf(khateeb)).toBeNull()
    expect(await openLinkPurposes(khateeb)).toEqual([])
    await pair.callInOrder(...[first, newEmail, khateeb.email].map((email) => signUpCall(email)))
  })

  test('either an account’s deletion or a concurrent undo of its email change succeeds, not both', async () => {
    const first = `first-${khateeb.email}`
    const [left = [], undone = []] = await pair.race(
      deleteAccountCall(khateeb),
      undoCall(await createEmailLink(khateeb, 'undo_email_change', first)),
    )
    expect(tally([...left, ...undone])['changed']).toBe(1)
    expect(await emailOf(khateeb)).toBe(left.includes('changed') ? null : first)
    expect(await openLinkPurposes(khateeb)).toEqual(left.includes('changed') ? [] : ['reset_password'])
  })

  test('either the confirmation of an address or a concurrent call that disowns its account succeeds, not both', async () => {
    const [verify, disown] = await pair.database.transaction(async (tx) => [
      await createLink(tx, khateeb.personId, 'verify_email'),
      await createLink(tx, khateeb.personId, 'disown_account'),
    ])
    await pair.callInOrder(
      callsAt(masjid, khateeb, '13:00').posts,
      callsAt(masjid, khateeb, '13:00').requests,
      callsAt(masjid, khateeb, '13:00').approvesRequest,
    )
    const [confirmed = [], disowned = []] = await pair.race(
      (url) => retryingClient(url).call(verifyEmail, { token: verify ?? '' }),
      (url) => retryingClient(url).call(disownAccount, { token: disown ?? '' }),
    )
    expect(tally([...confirmed, ...disowned])).toEqual({ changed: 1, link_spent: 49 })
    const isDisowned = disowned.includes('changed')
    expect(await emailOf(khateeb)).toBe(isDisowned ? null : khateeb.email)
    expect(await countOpenItems(khateeb.uid)).toBe(isDisowned ? 0 : 1)
    expect(await countLetters(masjid, 'khateeb_left')).toBe(isDisowned ? 1 : 0)
  })

  test('a khateeb who deletes the account while being confirmed keeps no assignment, and the masjid gets news of each slot', async () => {
    await pair.callInOrder(postTimesCall(masjid, friday, times))
    await pair.callInOrder(...times.map((time) => callsAt(masjid, khateeb, time).requests))
    const [left = [], ...approved] = await pair.race(
      deleteAccountCall(khateeb),
      ...times.map((time) => callsAt(masjid, khateeb, time).approvesRequest),
    )
    expect(tally(left)).toEqual({ changed: 1, not_signed_in: 9 })
    expectOutcomesIn(approved.flat(), 'changed', 'same', 'not_found')
    expect(await invariantViolations(pair.database)).toEqual([])
    expect(await countOpenItems(khateeb.uid)).toBe(0)
    expect(await countLetters(masjid, 'khateeb_left')).toBe(times.length)
  })

  test('a masjid that deletes its account during concurrent calls keeps no slot, and the affected khateeb is notified', async () => {
    await pair.callInOrder(
      postTimesCall(masjid, friday, times.slice(0, 3)),
      callsAt(masjid, khateeb, '09:00').invites,
    )
    const [left = [], , asked = [], posted = []] = await pair.race(
      deleteAccountCall(masjid),
      callsAt(masjid, khateeb, '09:00').acceptsInvite,
      callsAt(masjid, khateeb, '13:00').requests,
      postTimesCall(masjid, friday, times),
    )
    expect(tally(left)['changed']).toBe(1)
    expectOutcomesIn([...left, ...posted], 'changed', 'not_signed_in')
    expect(await invariantViolations(pair.database)).toEqual([])
    expect(await countOpenItems(masjid.uid)).toBe(0)
    expect(await countLetters(khateeb, 'masjid_left')).toBe(asked.includes('changed') ? 2 : 1)
  })
})
