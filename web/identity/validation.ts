import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { fault } from '../../contract/fault-encoding.ts'
import { email, password } from '../../contract/fields.ts'
import { khateebSignUpFields, masjidSignUpFields } from '../../contract/profile-fields.ts'

interface RepeatedPassword {
  readonly password: string
  readonly repeatedPassword: string
}

/** Runs even if other fields are invalid, so that all errors show at once. */
const passwordsMatch = z.refine<RepeatedPassword>(
  ({ password, repeatedPassword }) => password === repeatedPassword.normalize('NFC'),
  { path: ['repeatedPassword'], error: fault('passwords_differ'), when: () => true },
)

const repeatedPassword = z.string()

const signInForm = z.object({ email, password, remember: z.boolean() })
const newPasswordForm = z.object({ password, repeatedPassword }).check(passwordsMatch)
const khateebForm = z.object({ ...khateebSignUpFields, repeatedPassword }).check(passwordsMatch)
const masjidForm = z.object({ ...masjidSignUpFields, repeatedPassword }).check(passwordsMatch)

/** The values of the sign-in form. */
export type Credentials = z.input<typeof signInForm>

export const signInResolver = zodResolver(signInForm)
export const newPasswordResolver = zodResolver(newPasswordForm)
export const khateebSignUpResolver = zodResolver(khateebForm)
export const masjidSignUpResolver = zodResolver(masjidForm)
