import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { PasswordPolicy } from '../../domain/identity/password-policy.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Context, SignedInContext } from '../http/route.ts'
import { type PasskeySite, passkeySiteOf } from '../passkey-site.ts'
import type { ZipTable } from '../places/zip-table.ts'
import type { DeletionList } from './deletion-list.ts'
import type { Passwords } from './passwords.ts'
import { createRateLimits, type RateLimits } from './rate-limits.ts'

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

interface Parts extends Pick<IdentityDependencies, 'passwords' | 'zips' | 'deletions'> {
  readonly config: Pick<Config, 'passwordPolicy' | 'limits' | 'publicUrl' | 'ownersNeedSecondFactor'>
  readonly database: Database
}

/** Makes what the account calls use, once for all of them. */
export function identityDependencies({
  config,
  database,
  passwords,
  zips,
  deletions,
}: Parts): IdentityDependencies {
  return {
    policy: config.passwordPolicy,
    passwords,
    limits: createRateLimits(database, config.limits),
    zips,
    deletions,
    passkeySite: passkeySiteOf(config),
    ownersNeedSecondFactor: config.ownersNeedSecondFactor,
  }
}

/** Runs a call of an endpoint. */
type Action<Called, CallContext> = (
  parts: IdentityDependencies,
  context: CallContext,
  input: InputOf<Called>,
) => Promise<OutputOf<Called>>

export type PublicAction<Called> = Action<Called, Context>
export type SignedInAction<Called> = Action<Called, SignedInContext>
