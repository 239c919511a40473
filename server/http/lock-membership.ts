import type { Endpoint } from '../../contract/endpoint.ts'
import { isRoleSufficient } from '../../contract/is-role-sufficient.ts'
import type { Tx } from '../database/database.ts'
import { Failure, partyLostFailure } from './failure.ts'
import type { Caller } from './route.ts'

/**
 * Locks the caller's membership until the transaction of a change for their party ends. A concurrent removal or change of role waits for
 * this transaction. If the removal or the change of role was committed first, the call may be refused. Calls that a viewer may make are
 * about the person, and lock nothing. Calls for owners lock the party first, so that two owners who remove each other do not deadlock.
 */
export async function lockMembership(tx: Tx, endpoint: Endpoint, { personId, uid }: Caller): Promise<void> {
  // A call that needs no session changes nothing for the caller's party.
  if (endpoint.needs === 'viewer' || endpoint.access === 'anyone') return
  if (endpoint.needs === 'owner')
    await tx.selectFrom('parties').where('uid', '=', uid).select('uid').forNoKeyUpdate().execute()
  const membership = await tx
    .selectFrom('memberships')
    .where('person_id', '=', personId)
    .where('party_uid', '=', uid)
    .select('role')
    .forShare()
    .executeTakeFirst()
  if (membership === undefined) throw partyLostFailure()
  if (!isRoleSufficient(membership.role, endpoint.needs)) throw new Failure('member_role')
}

/** Prevents deletion of the caller's membership until the transaction ends, so that rows that refer to it can be written. */
export async function preventMembershipDeletion(tx: Tx, { personId, uid }: Caller): Promise<void> {
  await tx
    .selectFrom('memberships')
    .where('person_id', '=', personId)
    .where('party_uid', '=', uid)
    .forKeyShare()
    .select('role')
    .executeTakeFirstOrThrow(partyLostFailure)
}
