import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, linkToken, password } from './fields.ts'

const done = z.object({})

/** The caller's e-mail address and its verification state. */
export const getEmail = endpoint({
  name: 'email',
  method: 'GET',
  path: '/identity/email',
  access: { khateeb: true, masjid: true },
  output: z.object({
    email: z.string(),
    emailVerified: z.boolean(),
    /** The requested new address, until it is confirmed. */
    newEmail: z.nullable(z.string()),
  }),
  failures: [],
})

export const verifyEmail = endpoint({
  name: 'verify_email',
  method: 'POST',
  path: '/identity/verify_email',
  access: 'anyone',
  limit: 'reset',
  secret: true,
  body: z.object({ token: linkToken }),
  output: done,
  failures: ['link_spent'],
})

/** Sends the verification letter again. `sent` is false if the address is already verified. */
export const sendVerification = endpoint({
  name: 'send_verification',
  method: 'POST',
  path: '/identity/send_verification',
  access: { khateeb: true, masjid: true },
  limit: 'reset',
  accountLimit: 'change',
  body: z.object({}),
  output: z.object({ sent: z.boolean() }),
  failures: [],
})

/** Requests a change of the caller's e-mail. It takes effect when the link sent to the new address is used. */
export const changeEmail = endpoint({
  name: 'change_email',
  method: 'POST',
  path: '/identity/change_email',
  access: { khateeb: true, masjid: true },
  limit: 'sign_in',
  takesPassword: true,
  accountLimit: 'change',
  secret: true,
  body: z.object({ email, password }),
  output: done,
  failures: ['wrong_credentials', 'email_taken'],
})

/** Completes a change of e-mail. The old address gets a letter whose link undoes the change for a week. */
export const confirmEmail = endpoint({
  name: 'confirm_email',
  method: 'POST',
  path: '/identity/confirm_email',
  access: 'anyone',
  limit: 'reset',
  secret: true,
  body: z.object({ token: linkToken }),
  output: done,
  failures: ['link_spent', 'email_taken'],
})

/** Restores the account's old address, ends all its sessions and invalidates its password. */
export const undoEmailChange = endpoint({
  name: 'undo_email_change',
  method: 'POST',
  path: '/identity/undo_email_change',
  access: 'anyone',
  limit: 'reset',
  takesPassword: true,
  secret: true,
  body: z.object({ token: linkToken }),
  output: done,
  failures: ['link_spent', 'email_taken'],
})
