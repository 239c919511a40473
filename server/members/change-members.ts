import type * as contract from '../../contract/members.ts'
import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Caller } from '../http/route.ts'
import type { SignedInAction } from '../identity/action-types.ts'
import { describeActor } from '../identity/actor-in-letters.ts'
import { reauthenticate } from '../identity/check-password.ts'
import { addToDeletionList } from '../identity/delete-account.ts'
import { eraseIfWithoutParty } from '../identity/erase-account.ts'
import type { LockedMasjid, Member } from '../identity/masjid-members.ts'
import { endMembership, setMemberRole } from '../identity/memberships.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { lockOwnMasjid, requireMember } from './lock-own-masjid.ts'

/** Changes the role of a member. Owners can also change their own role. */
export const changeMemberRole: SignedInAction<typeof contract.changeMemberRole> = async (
  parts,
  context,
  input,
) => {
  const { personId, memberRole } = input
  const { caller } = context
  const proven = await reauthenticate(parts, context, input)
  return context.transact(async (tx) => {
    const masjid = await lockOwnMasjid(tx, caller, proven)
    const member = await requireMember(tx, masjid, personId)
    if (member.memberRole === memberRole) return { changed: false }
    await queueLetters(tx, await setMemberRole(tx, masjid, member, memberRole, caller))
    return { changed: true }
  })
}

/** Removes another member. Throws `not_found` for the caller: `leaveMasjid` ends the caller’s own membership. */
export const removeMember: SignedInAction<typeof contract.removeMember> = async (parts, context, input) => {
  const { personId } = input
  const { caller } = context
  const proven = await reauthenticate(parts, context, input)
  if (personId === caller.personId) throw new Failure('not_found')
  const ids = await context.transact(async (tx) => {
    const masjid = await lockOwnMasjid(tx, caller, proven)
    const member = await requireMember(tx, masjid, personId)
    return endAndEraseIfWithoutParty(tx, masjid, member, 'removed', caller)
  })
  await addToDeletionList(parts, context, ids)
  return {}
}

/** Ends the caller's own membership. */
export const leaveMasjid: SignedInAction<typeof contract.leaveMasjid> = async (parts, context, input) => {
  const { caller } = context
  const proven = await reauthenticate(parts, context, input)
  const ids = await context.transact(async (tx) => {
    const masjid = await lockOwnMasjid(tx, caller, proven)
    return endAndEraseIfWithoutParty(tx, masjid, masjid.caller, 'left', caller)
  })
  await addToDeletionList(parts, context, ids)
  if (ids.length > 0) context.cookie.clear()
  return {}
}

/** Makes another member an owner. In the same transaction, the caller becomes a scheduler (`stay`) or leaves the masjid. */
export const handOver: SignedInAction<typeof contract.handOver> = async (parts, context, input) => {
  const { personId, stay } = input
  const { caller } = context
  const proven = await reauthenticate(parts, context, input)
  if (personId === caller.personId) throw new Failure('not_found')
  const ids = await context.transact(async (tx) => {
    const masjid = await lockOwnMasjid(tx, caller, proven)
    const heir = await requireMember(tx, masjid, personId)
    if (heir.memberRole !== 'owner')
      await queueLetters(tx, await setMemberRole(tx, masjid, heir, 'owner', caller))
    if (!stay) return endAndEraseIfWithoutParty(tx, masjid, masjid.caller, 'left', caller)
    await queueLetters(tx, await setMemberRole(tx, masjid, masjid.caller, 'scheduler', caller))
    return []
  })
  await addToDeletionList(parts, context, ids)
  if (ids.length > 0) context.cookie.clear()
  return {}
}

/**
 * Ends a membership, and queues its letters. If the person acts for no other party, deletes the account, and returns its ids for the
 * deletion list. Otherwise returns an empty list.
 */
async function endAndEraseIfWithoutParty(
  tx: Tx,
  masjid: LockedMasjid,
  member: Member,
  how: 'removed' | 'left',
  caller: Caller,
): Promise<readonly string[]> {
  const toOwners = await endMembership(tx, masjid, member, `member_${how}`, caller)
  const by = (await describeActor(tx, caller)).for(member.personId)
  const { letters, ids } = await eraseIfWithoutParty(tx, masjid, member, { how, by })
  await queueLetters(tx, [...toOwners, ...letters])
  return ids
}
