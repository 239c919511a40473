import { sql } from 'kysely'
import type { FailureCode } from '../../contract/failures.ts'
import type { deleteAccount as endpoint } from '../../contract/identity.ts'
import { accountEntry, type PartyActor, recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Context } from '../http/route.ts'
import { removeUpcomingSlots } from '../khutbahs/remove-slots.ts'
import { type AddressedLetter, queueLetters } from '../letters/queue-letters.ts'
import { cancelKhateebBookings } from '../proposals/cancel-khateeb-bookings.ts'
import type { IdentityDependencies, SignedInAction } from './action-types.ts'
import { lockIfPasswordUnchanged, reauthenticate } from './check-password.ts'
import { isLetterToAccount } from './former-emails.ts'
import { forgetDevices } from './known-devices.ts'
import { deleteSecondFactors } from './second-factor/factors.ts'
import { lacksRequiredFactor } from './second-factor/owner-requirement.ts'
import { emailsOfLinks } from './single-use-links.ts'

/**
 * Deletes the caller's account, which requires the password. One transaction cancels what is upcoming, queues letters to
 * the people affected, and deletes personal data; a last letter goes to the account's owner. Then adds the account to the
 * deletion list, so that a restore of an older backup deletes it again.
 */
export const deleteAccount: SignedInAction<typeof endpoint> = async (parts, context, input) => {
  const { caller } = context
  if (await lacksRequiredFactor(context.database.reader, parts.ownersNeedSecondFactor, caller))
    throw new Failure('owner_needs_second_factor')
  const account = await reauthenticate(parts, context, input)

  await context.transact(async (tx) => {
    const cancellations = await cancelUpcoming(tx, caller, 'not_signed_in')
    const locked = await lockIfPasswordUnchanged(tx, account)
    const formerEmails = await emailsOfLinks(tx, caller.personId, 'undo_email_change')
    await erasePersonalData(tx, caller)
    const { email, name } = locked
    const farewell = { kind: 'account_deleted', props: { name } } as const
    // If an attacker changed the email recently, only a letter to the former address reaches the owner.
    const farewells = [...new Set([email, ...formerEmails])].map((to) => ({ to, letter: farewell }))
    await queueLetters(tx, [...cancellations, ...farewells])
  })
  await addToDeletionList(parts, context, caller.uid)
  context.cookie.clear()
  return {}
}

/** Adds an account that was just deleted to the deletion list. */
export async function addToDeletionList(
  { deletions }: IdentityDependencies,
  { log }: Context,
  uid: string,
): Promise<void> {
  await deletions.add([{ uid, deletedAt: new Date() }]).catch((error: unknown) => {
    log.warn(
      { err: error },
      'could not add a deleted account to the deletion list; the cleanup job will retry',
    )
  })
}

/**
 * Deletes accounts that a restored backup brought back: they were deleted after the backup was made. Sends no letters, as
 * they were sent at the first deletion. Returns the number of accounts deleted.
 */
export async function redeleteAccounts(tx: Tx, uids: readonly string[]): Promise<number> {
  const accounts = await tx
    .selectFrom('memberships as m')
    .where(sql<boolean>`m.party_uid = any(${uids}::uuid[])`)
    .select(['m.party_uid as uid', 'm.party_role as role', 'm.person_id as personId'])
    .orderBy('uid')
    .execute()
  for (const account of accounts) {
    await cancelUpcoming(tx, account, 'not_signed_in')
    await erasePersonalData(tx, account)
  }
  return accounts.length
}

/**
 * Cancels an account's upcoming slots, assignments and proposals, and returns the letters about it. Locks the party's memberships, the
 * profile, then the slots. The caller locks the account afterwards. Filling and posting a slot lock in the same order, which avoids deadlocks.
 * @param missing the failure to throw if the account was deleted since the call began
 */
export async function cancelUpcoming(
  tx: Tx,
  account: PartyActor,
  missing: FailureCode,
): Promise<AddressedLetter[]> {
  const { uid } = account
  await tx.selectFrom('memberships').where('party_uid', '=', uid).select('person_id').forUpdate().execute()
  const cancel = account.role === 'khateeb' ? cancelKhateebBookings : removeUpcomingSlots
  return cancel(tx, account, missing)
}

/**
 * Deletes the personal data of an account's person and party. Their rows remain as tombstones for history and audit. Audited.
 */
export async function erasePersonalData(tx: Tx, account: PartyActor): Promise<void> {
  const { uid, role, personId } = account
  await tx
    .deleteFrom(role === 'khateeb' ? 'khateebs' : 'masjids')
    .where('uid', '=', uid)
    .execute()
  await tx
    .updateTable('assignments')
    .set({ withdrawal_reason: null })
    .where('khateeb_uid', '=', uid)
    .where('withdrawal_reason', 'is not', null)
    .execute()
  await tx.deleteFrom('sessions').where('person_id', '=', personId).execute()
  await forgetDevices(tx, personId)
  await deleteSecondFactors(tx, personId)
  // Deletes queued letters, so that they are not sent, and sent ones, because they contain the address.
  await tx.deleteFrom('letters as l').where(isLetterToAccount('l', personId)).execute()
  await tx.deleteFrom('links').where('person_id', '=', personId).execute()
  await tx
    .deleteFrom('idempotency_keys')
    .where((key) =>
      key.or([
        key('caller', '=', personId),
        // The sign-up's key was stored before the account existed, so its caller is `anyone`.
        key.and([key('caller', '=', 'anyone'), sql<boolean>`answer ->> 'uid' = ${uid}`]),
      ]),
    )
    .execute()
  await tx
    .updateTable('people')
    .set({ email: null, password_hash: null, email_verified_at: null, left_at: databaseNow })
    .where('id', '=', personId)
    .execute()
  await tx
    .updateTable('parties')
    .set({ paid: false, free_trial: true, verified: false, left_at: databaseNow })
    .where('uid', '=', uid)
    .execute()
  await tx.deleteFrom('memberships').where('party_uid', '=', uid).execute()
  await recordAudit(tx, account, [accountEntry(account, 'account_deleted')])
}
