import type * as contract from '../../contract/members.ts'
import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Caller } from '../http/route.ts'
import type { SignedInAction } from '../identity/action-types.ts'
import { describeActor } from '../identity/actor-in-letters.ts'
import { reauthenticate } from '../identity/check-password.ts'
import { addToDeletionList } from '../identity/delete-account.ts'
import { eraseIfWithoutParty } from '../identity/erase-account.ts'
import {
  endMembership,
  type LockedMasjid,
  type Member,
  revokeInvitationsBy,
  setMemberRole,
} from '../identity/memberships.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { lockOwnMasjid, requireMember } from './lock-own-masjid.ts'

/** Changes the role of a member, perhaps the caller's own. */
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
    if (memberRole !== 'owner') await revokeInvitationsBy(tx, masjid, personId)
    return { changed: true }
  })
}

/** Removes a member. Callers remove themselves by leaving. */
export const removeMember: SignedInAction<typeof contract.removeMember> = async (parts, context, input) => {
  const { personId } = input
  const { caller } = context
  const proven = await reauthenticate(parts, context, input)
  if (personId === caller.personId) throw new Failure('not_found')
  const ids = await context.transact(async (tx) => {
    const masjid = await lockOwnMasjid(tx, caller, proven)
    const member = await requireMember(tx, masjid, personId)
    await revokeInvitationsBy(tx, masjid, personId)
    return end(tx, masjid, member, 'removed', caller)
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
    return end(tx, masjid, masjid.caller, 'left', caller)
  })
  await addToDeletionList(parts, context, ids)
  if (ids.length > 0) context.cookie.clear()
  return {}
}

/** Makes another member an owner, and the caller a scheduler or no member, in one transaction. */
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
    if (!stay) return end(tx, masjid, masjid.caller, 'left', caller)
    await queueLetters(tx, await setMemberRole(tx, masjid, masjid.caller, 'scheduler', caller))
    return []
  })
  await addToDeletionList(parts, context, ids)
  if (ids.length > 0) context.cookie.clear()
  return {}
}

/** Ends a membership, and queues its letters. Returns the ids of what was deleted: the person, if they act for no other party. */
async function end(
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
