import { sql } from 'kysely'
import type { InputOf, Role } from '../../contract/endpoint.ts'
import type { deleteAccount as endpoint } from '../../contract/identity.ts'
import { ofAccount, record } from '../audit/record.ts'
import { now, type Tx } from '../database/database.ts'
import type { SignedIn } from '../http/route.ts'
import { masjidLeaves } from '../khutbahs/masjid-leaves.ts'
import { queueLetters } from '../letters/outbox.ts'
import { khateebLeaves } from '../proposals/khateeb-leaves.ts'
import { emailsToGoBackTo, isToAddressOf } from './former-emails.ts'
import { forgetDevices } from './known-devices.ts'
import type { Limits } from './limits.ts'
import { lockProven, provePassword } from './prove-password.ts'

/**
 * Deletes the caller's account for who knows its password. In one transaction what is to come is undone, everybody
 * concerned is told, and what is personal is gone; a last letter confirms it.
 */
export async function deleteAccount(
  limits: Limits,
  context: SignedIn,
  { password }: InputOf<typeof endpoint>,
): Promise<Record<never, never>> {
  const { caller } = context
  const account = await provePassword(limits, context, password)

  await context.transact(async (tx) => {
    // Profile, slots, account: in this order, as whoever fills a slot needs them.
    if (caller.role === 'khateeb') await khateebLeaves(tx, caller.uid)
    else await masjidLeaves(tx, caller.uid)
    const locked = await lockProven(tx, account)
    const formerEmails = await emailsToGoBackTo(tx, caller.uid)
    await erase(tx, locked)
    await record(tx, caller, [ofAccount(caller, 'account_deleted')])
    const { email, name } = locked
    const farewell = { kind: 'account_deleted', props: { name } } as const
    // An address that was changed of late may be the owner's, and this its only news.
    await queueLetters(
      tx,
      [...new Set([email, ...formerEmails])].map((to) => ({ to, letter: farewell })),
    )
  })
  context.cookie.clear()
  return {}
}

interface Erased {
  readonly uid: string
  readonly role: Role
}

/** Deletes what is personal, wherever it is kept, and empties the account's row, to which history refers. */
async function erase(tx: Tx, { uid, role }: Erased): Promise<void> {
  await tx
    .deleteFrom(role === 'khateeb' ? 'khateebs' : 'masjids')
    .where('uid', '=', uid)
    .execute()
  await tx.deleteFrom('sessions').where('uid', '=', uid).execute()
  await forgetDevices(tx, uid)
  // Letters that wait would come to somebody who isn't here anymore; of those that went, the address is kept for a time.
  await tx.deleteFrom('letters as l').where(isToAddressOf(uid)).execute()
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
}
