import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { encodeFieldError } from '../../contract/field-error-encoding.ts'
import { email, password, personName } from '../../contract/fields.ts'
import { memberRole } from '../../contract/member-role.ts'

const joinForm = z.object({ name: personName, password, repeatedPassword: z.string() }).check(
  z.refine((form) => form.password === form.repeatedPassword.normalize('NFC'), {
    path: ['repeatedPassword'],
    error: encodeFieldError('passwords_differ'),
    when: () => true,
  }),
)

export const inviteResolver = zodResolver(z.object({ email, memberRole }))
export const nameResolver = zodResolver(z.object({ name: personName }))
export const joinResolver = zodResolver(joinForm)
export const deleteMasjidResolver = zodResolver(z.object({ password }))
