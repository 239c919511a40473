import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Caller } from '../http/route.ts'

/** Keeps the caller's membership until the transaction ends, so that rows which belong to it can be written. */
export async function lockOwnMembership(tx: Tx, { personId, uid }: Caller): Promise<void> {
  await tx
    .selectFrom('memberships')
    .where('person_id', '=', personId)
    .where('party_uid', '=', uid)
    .forKeyShare()
    .select('role')
    .executeTakeFirstOrThrow(() => new Failure('session_changed'))
}
