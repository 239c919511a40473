import type { OutputOf } from '../../contract/endpoint.ts'
import type { FieldError } from '../../contract/field-errors.ts'
import type { getPasswordPolicy } from '../../contract/identity.ts'

/** The password policy of the operator, as the API returns it. */
export type PasswordPolicy = OutputOf<typeof getPasswordPolicy>

/** The character classes that a policy can require. */
const characterClasses = [
  ['lowercase', /\p{Ll}/u],
  ['uppercase', /\p{Lu}/u],
  ['numeric', /\p{Nd}/u],
  ['nonAlphanumeric', /[^\p{L}\p{N}]/u],
] as const

/**
 * Returns an error for each rule of the policy that a password breaks. Lengths are counted in code points, so that all scripts are counted
 * in the same way.
 * @param isCommon whether a password, in lower case, is in the list of common passwords
 */
export function passwordErrors(
  policy: PasswordPolicy,
  isCommon: (lowercase: string) => boolean,
  password: string,
): FieldError[] {
  const length = Array.from(password).length
  const missing = characterClasses.filter(([name, pattern]) => policy[name] && !pattern.test(password))
  const fieldErrors: FieldError[] = missing.map(([name]) => ({ code: `password_${name}`, params: {} }))
  if (length < policy.minLength)
    fieldErrors.unshift({ code: 'password_too_short', params: { limit: policy.minLength } })
  if (length > policy.maxLength)
    fieldErrors.unshift({ code: 'password_too_long', params: { limit: policy.maxLength } })
  if (isCommon(password.toLowerCase())) fieldErrors.push({ code: 'password_common', params: {} })
  return fieldErrors
}
