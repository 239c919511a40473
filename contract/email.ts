import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, linkToken, password } from './fields.ts'

const done = z.object({})

/** The caller's address, and how it stands with it. */
export const getEmail = endpoint({
  name: 'email',
  method: 'GET',
  path: '/identity/email',
  access: { khateeb: true, masjid: true },
  output: z.object({
    email: z.string(),
    emailVerified: z.boolean(),
    /** The address that it is to be, once that one is confirmed. */
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

/** Sends the letter with the link for `verifyEmail` again; `sent` is false where the address is confirmed already. */
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

/** Sends a letter to an address that is to take the place of the caller's; it does once that letter's link is used. */
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

/** Puts the new address in the old one's place, and tells the old one, from where that can be undone for a week. */
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

/** Gives an account the address back that the link was sent to, signs it out everywhere and voids its password. */
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
