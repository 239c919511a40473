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
function isRepeated<Name extends string>(name: Name) {
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

const signInForm = z.object({ email, password, remember: z.boolean() })
const newPasswordForm = z.object({ password, repeatedPassword }).check(...isRepeated('password'))
const khateebForm = z.object({ ...khateebSignUpFields, repeatedPassword }).check(...isRepeated('password'))
const masjidForm = z.object({ ...masjidSignUpFields, repeatedPassword }).check(...isRepeated('password'))
const changePasswordForm = z
  .object({ password, newPassword: password, repeatedPassword })
  .check(...isRepeated('newPassword'))

/** The values of the sign-in form. */
export type Credentials = z.input<typeof signInForm>

export const signInResolver = zodResolver(signInForm)
export const newPasswordResolver = zodResolver(newPasswordForm)
export const khateebSignUpResolver = zodResolver(khateebForm)
export const masjidSignUpResolver = zodResolver(masjidForm)
export const newKhateebResolver = zodResolver(z.object(newKhateebFields))
export const newMasjidResolver = zodResolver(z.object(newMasjidFields))
export const changeEmailResolver = zodResolver(z.object({ email, password }))
export const changePasswordResolver = zodResolver(changePasswordForm)
/** The resolver of forms that ask only for the password. */
export const passwordResolver = zodResolver(z.object({ password }))
export const codeResolver = zodResolver(z.object({ code }))
