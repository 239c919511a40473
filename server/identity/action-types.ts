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

/** The dependencies of calls about accounts. */
export interface IdentityDependencies {
  readonly policy: PasswordPolicy
  readonly passwords: Passwords
  readonly limits: RateLimits
  readonly zips: ZipTable
  readonly deletions: DeletionList
  /** The site for which passkeys are made; null if passkeys are not available. */
  readonly passkeySite: PasskeySite | null
  /** Whether the operator requires a second factor of masjid owners. */
  readonly ownersNeedSecondFactor: boolean
}

interface Parts extends Pick<IdentityDependencies, 'passwords' | 'zips' | 'deletions'> {
  readonly config: Pick<Config, 'passwordPolicy' | 'limits' | 'publicUrl' | 'ownersNeedSecondFactor'>
  readonly database: Database
}

/** Creates the dependencies, once for all calls about accounts. */
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

/** A function that runs a call of an endpoint. */
type Action<Called, CallContext> = (
  parts: IdentityDependencies,
  context: CallContext,
  input: InputOf<Called>,
) => Promise<OutputOf<Called>>

export type PublicAction<Called> = Action<Called, Context>
export type SignedInAction<Called> = Action<Called, SignedInContext>
