import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { encodeFieldError } from '../../contract/field-error-encoding.ts'
import type { FieldErrorCode } from '../../contract/field-errors.ts'
import { email, password } from '../../contract/fields.ts'
import {
  khateebSignUpFields,
  masjidSignUpFields,
  newKhateebFields,
  newMasjidFields,
} from '../../contract/profile-fields.ts'
import { code } from '../../contract/second-factor-fields.ts'

/** Returns the checks of a repeated password. They run even if other fields are invalid, so that all errors show at once. */
function repetitionChecks<Name extends string>(name: Name) {
  type Form = Readonly<Record<Name | 'repeatedPassword', string>>
  const refine = (code: FieldErrorCode, isValid: (form: Form) => boolean) =>
    z.refine<Form>(isValid, {
      path: ['repeatedPassword'],
      error: encodeFieldError(code),
      when: () => true,
    })
  return [
    refine('passwords_differ', (form) => form[name] === form.repeatedPassword.normalize('NFC')),
    refine('password_not_repeated', (form) => form[name] !== '' || form.repeatedPassword !== ''),
  ] as const
}

const repeatedPassword = z.string()

const signInSchema = z.object({ email, password, remember: z.boolean() })
const newPasswordSchema = z.object({ password, repeatedPassword }).check(...repetitionChecks('password'))
const khateebSignUpSchema = z
  .object({ ...khateebSignUpFields, repeatedPassword })
  .check(...repetitionChecks('password'))
const masjidSignUpSchema = z
  .object({ ...masjidSignUpFields, repeatedPassword })
  .check(...repetitionChecks('password'))
const changePasswordSchema = z
  .object({ password, newPassword: password, repeatedPassword })
  .check(...repetitionChecks('newPassword'))

/** The values of the sign-in form. */
export type Credentials = z.input<typeof signInSchema>

export const signInResolver = zodResolver(signInSchema)
export const newPasswordResolver = zodResolver(newPasswordSchema)
export const khateebSignUpResolver = zodResolver(khateebSignUpSchema)
export const masjidSignUpResolver = zodResolver(masjidSignUpSchema)
export const newKhateebResolver = zodResolver(z.object(newKhateebFields))
export const newMasjidResolver = zodResolver(z.object(newMasjidFields))
export const changeEmailResolver = zodResolver(z.object({ email, password }))
export const changePasswordResolver = zodResolver(changePasswordSchema)
/** The resolver of forms that ask only for the password. */
export const passwordResolver = zodResolver(z.object({ password }))

export const codeResolver = zodResolver(z.object({ code }))
