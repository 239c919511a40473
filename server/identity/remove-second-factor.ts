import type { removeSecondFactor as endpoint } from '../../contract/second-factor.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import { Failure } from '../http/failure.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import type { SignedInAction } from './action-types.ts'
import { lockIfPasswordUnchanged, reauthenticate } from './check-password.ts'
import { hasSecondFactor } from './second-factor/factors.ts'
import { deleteRecoveryCodes } from './second-factor/recovery-codes.ts'

/** Removes a second factor. Removing the last one also deletes the recovery codes, because they are of no use without a factor. */
export const removeSecondFactor: SignedInAction<typeof endpoint> = async (parts, context, input) => {
  const proven = await reauthenticate(parts, context, input)
  return context.transact(async (tx) => {
    const account = await lockIfPasswordUnchanged(tx, proven)
    const { personId, email, nameInLetters: name } = account
    const removed = await tx
      .deleteFrom('second_factors')
      .where('id', '=', input.id)
      .where('person_id', '=', personId)
      .returning(['kind as factor', 'device'])
      .executeTakeFirst()
    if (removed === undefined) throw new Failure('not_found')
    if (!(await hasSecondFactor(tx, personId))) await deleteRecoveryCodes(tx, personId)
    await recordAudit(tx, context.caller, [accountEntry(context.caller, 'second_factor_removed')])
    const props = { name, ...removed }
    await queueLetters(tx, [{ to: email, letter: { kind: 'second_factor_removed', props } }])
    return {}
  })
}
