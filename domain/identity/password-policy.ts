import type { OutputOf } from '../../contract/endpoint.ts'
import type { Fault } from '../../contract/faults.ts'
import type { getPasswordPolicy } from '../../contract/identity.ts'

/** What a password must be like, as the operator set it and the page is told. */
export type PasswordPolicy = OutputOf<typeof getPasswordPolicy>

/** The kinds of character that a policy may ask for. */
const kinds = [
  ['lowercase', /\p{Ll}/u],
  ['uppercase', /\p{Lu}/u],
  ['numeric', /\p{Nd}/u],
  ['nonAlphanumeric', /[^\p{L}\p{N}]/u],
] as const

/**
 * All that a policy has against a password; none when it is fine. Lengths are in characters (code points), so that a
 * passphrase in any script is counted as its writer counts it.
 * @param isCommon whether a password, in lower case, is one of those that everybody guesses first
 */
export function passwordFaults(
  policy: PasswordPolicy,
  isCommon: (lowercase: string) => boolean,
  password: string,
): Fault[] {
  const length = Array.from(password).length
  const missing = kinds.filter(([kind, pattern]) => policy[kind] && !pattern.test(password))
  const found: Fault[] = missing.map(([kind]) => ({ code: `password_${kind}`, params: {} }))
  if (length < policy.minLength)
    found.unshift({ code: 'password_too_short', params: { limit: policy.minLength } })
  if (length > policy.maxLength)
    found.unshift({ code: 'password_too_long', params: { limit: policy.maxLength } })
  if (isCommon(password.toLowerCase())) found.push({ code: 'password_common', params: {} })
  return found
}
