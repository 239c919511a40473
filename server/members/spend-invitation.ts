import { databaseNow, type Tx } from '../database/database.ts'
import type { InvitationAnswer } from '../database/tables.ts'
import { Failure } from '../http/failure.ts'
import { isPendingInvitation } from '../sql-fragments/pending-invitations.ts'
import { hashOf } from '../tokens.ts'

export type SpentInvitation = Awaited<ReturnType<typeof spendInvitation>>

/** Ends a pending invitation by an answer, and returns it. Of concurrent calls, one succeeds and the others throw `link_spent`. */
export function spendInvitation(
  tx: Tx,
  key: { readonly token: string } | { readonly id: string },
  answer: InvitationAnswer,
) {
  return tx
    .updateTable('invitations')
    .set({ ended_at: databaseNow, answer })
    .where((eb) => ('id' in key ? eb('id', '=', key.id) : eb('token_hash', '=', hashOf(key.token))))
    .where(isPendingInvitation('invitations'))
    .returning(['email', 'role', 'invited_by as invitedBy', 'slot_id as slotId'])
    .executeTakeFirstOrThrow(() => new Failure('link_spent'))
}
