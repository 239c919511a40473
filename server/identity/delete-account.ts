import { sql } from 'kysely'
import type { InputOf, Role } from '../../contract/endpoint.ts'
import type { deleteAccount as endpoint } from '../../contract/identity.ts'
import { accountEntry, recordAudit } from '../audit/record.ts'
import { now, type Tx } from '../database/database.ts'
import type { SignedInContext } from '../http/route.ts'
import { removeUpcomingSlots } from '../khutbahs/remove-upcoming-slots.ts'
import { type AddressedLetter, queueLetters } from '../letters/queue-letters.ts'
import { cancelKhateebBookings } from '../proposals/cancel-khateeb-bookings.ts'
import type { DeletionList } from './deletion-list.ts'
import { restorableEmails, wasSentToAccount } from './former-emails.ts'
import { forgetDevices } from './known-devices.ts'
import type { RateLimits } from './rate-limits.ts'
import { lockReauthenticated, reauthenticate } from './check-password.ts'

/**
 * Deletes the caller's account for who knows its password. In one transaction what is to come is undone, everybody
 * concerned is told, and what is personal is gone; a last letter confirms it. Afterwards the account is on the list by which
 * a restore of an older backup deletes it again.
 */
export async function deleteAccount(
  { limits, deletions }: { readonly limits: RateLimits; readonly deletions: DeletionList },
  context: SignedInContext,
  { password }: InputOf<typeof endpoint>,
): Promise<Record<never, never>> {
  const { caller, log } = context
  const account = await reauthenticate(limits, context, password)

  await context.transact(async (tx) => {
    const news = await cancelUpcoming(tx, caller)
    const locked = await lockReauthenticated(tx, account)
    const formerEmails = await restorableEmails(tx, caller.uid)
    await erasePersonalData(tx, caller)
    const { email, name } = locked
    const farewell = { kind: 'account_deleted', props: { name } } as const
    // An address that was changed of late may be the owner's, and this its only news.
    const farewells = [...new Set([email, ...formerEmails])].map((to) => ({ to, letter: farewell }))
    await queueLetters(tx, [...news, ...farewells])
  })
  await deletions.add([{ uid: caller.uid, deletedAt: new Date() }]).catch((error: unknown) => {
    log.warn({ err: error }, 'a deleted account was not put on the list; the next clean-up tries again')
  })
  context.cookie.clear()
  return {}
}

/**
 * Deletes accounts that a restored backup still has, though they were deleted after it was made. Nobody is written to: the
 * letters went out when they were deleted. Gives the number of those that were there.
 */
export async function redeleteAccounts(tx: Tx, uids: readonly string[]): Promise<number> {
  const accounts = await tx
    .selectFrom('accounts')
    .where(sql<boolean>`uid = any(${uids}::uuid[])`)
    .where('left_at', 'is', null)
    .select(['uid', 'role'])
    .orderBy('uid')
    .execute()
  for (const account of accounts) {
    await cancelUpcoming(tx, account)
    await erasePersonalData(tx, account)
  }
  return accounts.length
}

/**
 * Undoes what is to come of an account, and gives the letters that tell of it. Profile and slots are locked here and the
 * account after them: in this order, as whoever fills a slot needs them.
 */
function cancelUpcoming(tx: Tx, { uid, role }: DeletedAccount): Promise<AddressedLetter[]> {
  return role === 'khateeb' ? cancelKhateebBookings(tx, uid) : removeUpcomingSlots(tx, uid)
}

interface DeletedAccount {
  readonly uid: string
  readonly role: Role
}

/** Deletes what is personal, wherever it is kept, and empties the account's row, to which history refers. Audited. */
async function erasePersonalData(tx: Tx, account: DeletedAccount): Promise<void> {
  const { uid, role } = account
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
  await tx.deleteFrom('sessions').where('uid', '=', uid).execute()
  await forgetDevices(tx, uid)
  // Letters that wait would come to somebody who isn't here anymore; of those that went, the address is kept for a time.
  await tx.deleteFrom('letters as l').where(wasSentToAccount(uid)).execute()
  await tx.deleteFrom('links').where('uid', '=', uid).execute()
  await tx
    .deleteFrom('idempotency_keys')
    .where((key) =>
      key.or([
        key('caller', '=', uid),
        // The key of the sign-up.
        key.and([key('caller', '=', 'anyone'), sql<boolean>`answer ->> 'uid' = ${uid}`]),
      ]),
    )
    .execute()
  await tx
    .updateTable('accounts')
    .set({
      email: null,
      password_hash: null,
      email_verified_at: null,
      paid: false,
      free_trial: true,
      verified: false,
      left_at: now,
    })
    .where('uid', '=', uid)
    .execute()
  await recordAudit(tx, account, [accountEntry(account, 'account_deleted')])
}
