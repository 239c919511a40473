import type { Tx } from '../database/database.ts'
import { Failure } from './failure.ts'
import type { Caller } from './route.ts'

/**
 * Throws `not_signed_in` if the caller's session has ended since the call began. Until the transaction ends, the session cannot end. Calls
 * that give lasting access to the account need this: an owner who ends an intruder's sessions must not get a passkey of the intruder
 * afterwards. Lock the account or membership first, because transactions that end sessions do so, too. The other order could cause a
 * deadlock.
 */
export async function lockSession(tx: Tx, { sessionId }: Pick<Caller, 'sessionId'>): Promise<void> {
  await tx
    .selectFrom('sessions')
    .where('id', '=', sessionId)
    .select('id')
    .forKeyShare()
    .executeTakeFirstOrThrow(() => new Failure('not_signed_in'))
}
