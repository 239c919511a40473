import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { encodeFieldError } from '../../contract/field-error-encoding.ts'
import { email, id, password, personName } from '../../contract/fields.ts'
import { memberRole } from '../../contract/member-role.ts'
import { newKhateebFields } from '../../contract/profile-fields.ts'

/**
 * Refuses a repeated password that differs from the new one. `password` is already in the form NFC, because its field converts it. `when`
 * runs the check even if other fields have errors.
 */
const repetitionCheck = z.refine<{ password: string; repeatedPassword: string }>(
  (form) => form.password === form.repeatedPassword.normalize('NFC'),
  { path: ['repeatedPassword'], error: encodeFieldError('passwords_differ'), when: () => true },
)
const newPasswordFields = { password, repeatedPassword: z.string() }

export const joinResolver = zodResolver(
  z.object({ name: personName, ...newPasswordFields }).check(repetitionCheck),
)
export const joinAsKhateebResolver = zodResolver(
  z.object({ ...newKhateebFields, ...newPasswordFields }).check(repetitionCheck),
)
export const khateebResolver = zodResolver(z.object(newKhateebFields))
export const invitationResolver = zodResolver(z.object({ email, memberRole, password }))
export const roleResolver = zodResolver(z.object({ memberRole, password }))
export const handOverResolver = zodResolver(
  z.object({ personId: id('personId'), stay: z.boolean(), password }),
)
export const nameResolver = zodResolver(z.object({ name: personName }))
/** For dialogs that ask only for the password. */
export const passwordResolver = zodResolver(z.object({ password }))
