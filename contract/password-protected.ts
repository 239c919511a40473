import * as z from 'zod/mini'
import { password } from './fields.ts'
import { secondFactorFields } from './second-factor-fields.ts'

/**
 * Returns the options of a call that requires the caller's password, because the session may be stolen. A caller who has a second factor
 * must prove it, too. Failed attempts count against the sign-in limits. On the server, `reauthenticate` checks the password and the second
 * factor.
 */
export function passwordProtectedOptions<Fields extends Readonly<Record<string, z.core.SomeType>>>(
  fields: Fields,
) {
  return {
    access: { khateeb: true, masjid: true },
    needs: 'viewer',
    limit: 'sign_in',
    hashesPassword: true,
    secret: true,
    body: z.object({ ...fields, password, ...secondFactorFields }),
  } as const
}

/** The failures that every `passwordProtectedOptions` call must declare. */
export const reauthenticationFailures = [
  'wrong_credentials',
  'second_factor_required',
  'wrong_second_factor',
] as const
