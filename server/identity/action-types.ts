import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { PasswordPolicy } from '../../domain/identity/password-policy.ts'
import type { Context, SignedInContext } from '../http/route.ts'
import type { ZipTable } from '../places/zip-table.ts'
import type { DeletionList } from './deletion-list.ts'
import type { Passwords } from './passwords.ts'
import type { RateLimits } from './rate-limits.ts'
import type { PasskeySite } from './second-factor/passkey-site.ts'

/** What the account calls use besides their context. */
export interface IdentityDependencies {
  readonly policy: PasswordPolicy
  readonly passwords: Passwords
  readonly limits: RateLimits
  readonly zips: ZipTable
  readonly deletions: DeletionList
  /** The site of passkeys; null if they are not available. */
  readonly passkeySite: PasskeySite | null
  /** The operator requires a second factor of the owners of masjids. */
  readonly ownersNeedSecondFactor: boolean
}

/** Runs a call of an endpoint. */
type Action<Called, CallContext> = (
  parts: IdentityDependencies,
  context: CallContext,
  input: InputOf<Called>,
) => Promise<OutputOf<Called>>

export type PublicAction<Called> = Action<Called, Context>
export type SignedInAction<Called> = Action<Called, SignedInContext>
