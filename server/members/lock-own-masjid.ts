import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Caller } from '../http/route.ts'
import { lockPersonIfPasswordUnchanged, type ReauthenticatedAccount } from '../identity/check-password.ts'
import { findMember, type LockedMasjid, lockMembers, type Member } from '../identity/masjid-members.ts'

/**
 * Locks the memberships of the caller’s masjid. Throws `not_signed_in` (401) if the caller was removed, or the masjid deleted, after the
 * call began.
 * @param proven the result of `reauthenticate`, for calls that require reauthentication. The function uses up its second factor
 */
export async function lockOwnMasjid(
  tx: Tx,
  { uid, personId }: Caller,
  proven?: ReauthenticatedAccount,
): Promise<LockedMasjid & { caller: Member }> {
  const masjid = await lockMembers(tx, uid)
  const caller = masjid && (await findMember(tx, uid, personId))
  if (masjid === undefined || caller === undefined) throw new Failure('not_signed_in')
  if (proven !== undefined) await lockPersonIfPasswordUnchanged(tx, proven)
  return { ...masjid, caller }
}

/** Returns a member of a locked masjid. Throws `not_found` if the person is not a member. */
export async function requireMember(tx: Tx, masjid: LockedMasjid, personId: string): Promise<Member> {
  const member = await findMember(tx, masjid.uid, personId)
  if (member === undefined) throw new Failure('not_found')
  return member
}
