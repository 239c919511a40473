import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { encodeFieldError } from '../../contract/field-error-encoding.ts'
import { email, id, password, personName } from '../../contract/fields.ts'
import { memberRole } from '../../contract/member-role.ts'

const joinForm = z.object({ name: personName, password, repeatedPassword: z.string() }).check(
  z.refine((form) => form.password === form.repeatedPassword.normalize('NFC'), {
    path: ['repeatedPassword'],
    error: encodeFieldError('passwords_differ'),
    when: () => true,
  }),
)

export const inviteResolver = zodResolver(z.object({ email, memberRole, password }))
export const roleResolver = zodResolver(z.object({ memberRole, password }))
export const handOverResolver = zodResolver(
  z.object({ personId: id('personId'), stay: z.boolean(), password }),
)
export const nameResolver = zodResolver(z.object({ name: personName }))
export const joinResolver = zodResolver(joinForm)
/** Of dialogs that ask for nothing but the password. */
export const passwordResolver = zodResolver(z.object({ password }))
