import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { fault } from '../../../contract/fault.ts'
import { email, password } from '../../../contract/fields.ts'

interface TypedTwice {
  readonly newPassword: string
  readonly repeatedPassword: string
}

/** Judged whatever else is wrong, so that all is said at once. */
const passwordsMatch = z.refine<TypedTwice>(
  ({ newPassword, repeatedPassword }) => newPassword === repeatedPassword.normalize('NFC'),
  { path: ['repeatedPassword'], error: fault('passwords_differ'), when: () => true },
)

const changeEmailForm = z.object({ email, password })
const changePasswordForm = z
  .object({ password, newPassword: password, repeatedPassword: z.string() })
  .check(passwordsMatch)
const deleteAccountForm = z.object({ password })

export const changeEmailCheck = zodResolver(changeEmailForm)
export const changePasswordCheck = zodResolver(changePasswordForm)
export const deleteAccountCheck = zodResolver(deleteAccountForm)
