import * as z from 'zod/mini'
import { linkTokenOptions } from './account-email.ts'
import { endpoint } from './endpoint.ts'
import { email } from './fields.ts'
import { changeOutcome, emptyResponse } from './outcome-schemas.ts'
import { passwordProtectedOptions, reauthenticationFailures } from './password-protected.ts'

/** Requests a change of the caller's email. A letter to the new address has a link, which completes the change (`confirmEmail`). */
export const changeEmail = endpoint('POST', '/identity/change_email', {
  ...passwordProtectedOptions({ email }),
  output: emptyResponse,
  failures: [...reauthenticationFailures, 'email_taken'],
})

/** Cancels the caller's pending change of email, whose link then no longer works. `changed` is false if no change was pending. */
export const cancelEmailChange = endpoint('POST', '/identity/cancel_email_change', {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  body: z.object({}),
  output: changeOutcome,
})

/** Completes a change of email. The old address gets a letter with a link. For a week, this link can undo the change. */
export const confirmEmail = endpoint('POST', '/identity/confirm_email', {
  ...linkTokenOptions,
  failures: ['link_spent', 'email_taken'],
})

/** Restores the old email of an account, ends all sessions of the account, and replaces its password with a random one. */
export const undoEmailChange = endpoint('POST', '/identity/undo_email_change', {
  ...linkTokenOptions,
  hashesPassword: true,
  failures: ['link_spent', 'email_taken'],
})
