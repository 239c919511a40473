import type { renewRecoveryCodes as endpoint } from '../../contract/second-factor.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import { Failure } from '../http/failure.ts'
import type { SignedInAction } from './action-types.ts'
import { lockIfPasswordUnchanged, reauthenticate } from './check-password.ts'
import { hasSecondFactor } from './second-factor/factors.ts'
import { codesOfRenewal, replaceRecoveryCodes } from './second-factor/recovery-codes.ts'

/**
 * Replaces the caller's recovery codes. For ten minutes, the recovery code that confirmed the renewal also confirms a retry, but nothing
 * else. A retry returns the same codes. So if the first request arrives after its retry, the codes that the caller has seen still work.
 */
export const renewRecoveryCodes: SignedInAction<typeof endpoint> = async (parts, context, input) => {
  const proven = await reauthenticate(parts, context, input, 'renew_codes')
  return context.transact(async (tx) => {
    const { personId } = await lockIfPasswordUnchanged(tx, proven)
    if (!(await hasSecondFactor(tx, personId))) throw new Failure('not_found')
    const repeated = input.code && (await codesOfRenewal(tx, personId, input.code))
    if (repeated) return { recoveryCodes: repeated }
    const recoveryCodes = await replaceRecoveryCodes(tx, personId, input.code)
    await recordAudit(tx, context.caller, [accountEntry(context.caller, 'recovery_codes_renewed')])
    return { recoveryCodes }
  })
}
