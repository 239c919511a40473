import type { OutputOf } from '../../contract/endpoint.ts'
import type { getPasswordPolicy } from '../../contract/identity.ts'

/** What a password must be like, as the operator set it and the page is told. */
export type PasswordPolicy = OutputOf<typeof getPasswordPolicy>

/** A kind of character that a policy may ask for, and the words for it. */
const kinds = [
  ['lowercase', /\p{Ll}/u, 'a lowercase letter'],
  ['uppercase', /\p{Lu}/u, 'an uppercase letter'],
  ['numeric', /\p{Nd}/u, 'a digit'],
  ['nonAlphanumeric', /[^\p{L}\p{N}]/u, 'a character that is neither a letter nor a digit'],
] as const

/**
 * Says in sentences all that a policy has against a password; none when it is fine. Lengths are in characters (code
 * points), so that a passphrase in any script is counted as its writer counts it.
 * @param isCommon whether a password, in lower case, is one of those that everybody guesses first
 */
export function passwordFaults(
  policy: PasswordPolicy,
  isCommon: (lowercase: string) => boolean,
  password: string,
): string[] {
  const length = Array.from(password).length
  const missing = kinds.filter(([kind, pattern]) => policy[kind] && !pattern.test(password))
  return [
    ...(length < policy.minLength ? [`The password must have at least ${policy.minLength} characters.`] : []),
    ...(length > policy.maxLength ? [`The password may have at most ${policy.maxLength} characters.`] : []),
    ...missing.map(([, , words]) => `The password must have ${words}.`),
    ...(isCommon(password.toLowerCase())
      ? ['Please choose a password that is not one of the 10,000 most common ones.']
      : []),
  ]
}
