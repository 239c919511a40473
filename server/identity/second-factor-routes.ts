import * as contract from '../../contract/second-factor.ts'
import { Failure } from '../http/failure.ts'
import { publicRoute, type Route, signedInRoute } from '../http/route.ts'
import type { IdentityDependencies } from './action-types.ts'
import { addAuthenticatorApp, startAddingAuthenticatorApp } from './add-authenticator-app.ts'
import { addPasskey, startAddingPasskey } from './add-passkey.ts'
import { removeSecondFactor } from './remove-second-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import {
  countRecoveryCodes,
  credentialIdsOf,
  factorsOf,
  recoveryCodesMadeAt,
} from './second-factor/factors.ts'
import { lacksRequiredFactor } from './second-factor/owner-requirement.ts'
import { newChallenge } from './second-factor/passkey-challenges.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'

/** Returns the routes for passkeys, authenticator apps and recovery codes. */
export function secondFactorRoutes(parts: IdentityDependencies): Route[] {
  const { passkeySite } = parts

  /** Returns the domain of passkeys. Throws `not_found` if passkeys are not available. */
  function passkeyDomain(): string {
    if (passkeySite === null) throw new Failure('not_found')
    return passkeySite.domain
  }

  return [
    signedInRoute(contract.getSecondFactors, async ({ caller, database: { db } }) => ({
      factors: await factorsOf(db, caller.personId),
      recoveryCodes: await countRecoveryCodes(db, caller.personId),
      recoveryCodesMadeAt: await recoveryCodesMadeAt(db, caller.personId),
      passkeysAvailable: passkeySite !== null,
      required: await lacksRequiredFactor(db, parts.ownersNeedSecondFactor, caller),
    })),
    signedInRoute(contract.startAddingAuthenticatorApp, (context, input) =>
      startAddingAuthenticatorApp(parts, context, input),
    ),
    signedInRoute(contract.addAuthenticatorApp, (context, input) =>
      addAuthenticatorApp(parts, context, input),
    ),
    signedInRoute(contract.startAddingPasskey, (context, input) => startAddingPasskey(parts, context, input)),
    signedInRoute(contract.addPasskey, (context, input) => addPasskey(parts, context, input)),
    signedInRoute(contract.removeSecondFactor, (context, input) => removeSecondFactor(parts, context, input)),
    signedInRoute(contract.renewRecoveryCodes, (context, input) => renewRecoveryCodes(parts, context, input)),
    signedInRoute(contract.confirmationChallenge, async ({ caller, database: { db } }) => {
      const domain = passkeyDomain()
      const existing = await credentialIdsOf(db, caller.personId)
      return { challenge: await newChallenge(db, 'confirm', caller.personId), domain, existing }
    }),
    publicRoute(contract.signInChallenge, async ({ database: { db } }) => {
      const domain = passkeyDomain()
      return { challenge: await newChallenge(db, 'sign_in', null), domain }
    }),
    publicRoute(contract.signInWithPasskey, (context, input) => signInWithPasskey(parts, context, input)),
  ]
}
