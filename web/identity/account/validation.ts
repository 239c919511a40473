import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { fault } from '../../../contract/fault-encoding.ts'
import { email, password } from '../../../contract/fields.ts'

interface RepeatedPassword {
  readonly newPassword: string
  readonly repeatedPassword: string
}

/** Runs even if other fields are invalid, so that all errors show at once. */
const passwordsMatch = z.refine<RepeatedPassword>(
  ({ newPassword, repeatedPassword }) => newPassword === repeatedPassword.normalize('NFC'),
  { path: ['repeatedPassword'], error: fault('passwords_differ'), when: () => true },
)

const changeEmailForm = z.object({ email, password })
const changePasswordForm = z
  .object({ password, newPassword: password, repeatedPassword: z.string() })
  .check(passwordsMatch)
const deleteAccountForm = z.object({ password })

export const changeEmailResolver = zodResolver(changeEmailForm)
export const changePasswordResolver = zodResolver(changePasswordForm)
export const deleteAccountResolver = zodResolver(deleteAccountForm)
