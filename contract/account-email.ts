import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { linkToken } from './fields.ts'
import { emptyResponse } from './outcome-schemas.ts'

/** The options of calls that take the token of a letter's link. These calls share the password reset's limit per IP address. */
export const linkTokenOptions = {
  access: 'anyone',
  limit: 'reset',
  secret: true,
  body: z.object({ token: linkToken }),
  output: emptyResponse,
} as const

/** The caller's email address and its verification state. */
export const getEmail = endpoint('GET', '/identity/email', {
  access: { khateeb: true, masjid: true },
  output: z.object({
    email: z.string(),
    emailVerified: z.boolean(),
    /** The requested new address, which has not been confirmed yet; otherwise null. */
    newEmail: z.nullable(z.string()),
  }),
})

/** Confirms the address of a new account, with the token of its verification letter. */
export const verifyEmail = endpoint('POST', '/identity/verify_email', {
  ...linkTokenOptions,
  failures: ['link_spent'],
})

/** Sends the verification letter again. `sent` is false if the address is already verified. */
export const sendVerification = endpoint('POST', '/identity/send_verification', {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  limit: 'reset',
  body: z.object({}),
  output: z.object({ sent: z.boolean() }),
})

/**
 * Deletes an account that was signed up with another person's email. The token is in the “This isn’t me” link of a letter to that email.
 */
export const disownAccount = endpoint('POST', '/identity/disown_account', {
  ...linkTokenOptions,
  failures: ['link_spent'],
})
