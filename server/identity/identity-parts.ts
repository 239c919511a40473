import type { PasswordPolicy } from '../../domain/identity/password-policy.ts'
import type { ZipTable } from '../places/zip-table.ts'
import type { DeletionList } from './deletion-list.ts'
import type { Passwords } from './passwords.ts'
import type { RateLimits } from './rate-limits.ts'

/** What the calls of accounts use besides their context. */
export interface IdentityParts {
  readonly policy: PasswordPolicy
  readonly passwords: Passwords
  readonly limits: RateLimits
  readonly zips: ZipTable
  readonly deletions: DeletionList
}
