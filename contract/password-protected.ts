import * as z from 'zod/mini'
import { password } from './fields.ts'
import { secondFactorFields } from './second-factor-fields.ts'

/**
 * The declaration of a call that requires the caller's password, because the session may be stolen, and a second factor of a
 * caller who has one. Attempts count against the sign-in limits. The server's `reauthenticate` checks both.
 */
export function passwordProtected<Fields extends Readonly<Record<string, z.core.SomeType>>>(fields: Fields) {
  return {
    access: { khateeb: true, masjid: true },
    needs: 'viewer',
    limit: 'sign_in',
    hashesPassword: true,
    secret: true,
    body: z.object({ ...fields, password, ...secondFactorFields }),
  } as const
}

/** The failures of every call with `passwordProtected`. */
export const reauthenticationFailures = [
  'wrong_credentials',
  'second_factor_required',
  'wrong_second_factor',
] as const
