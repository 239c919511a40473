import * as z from 'zod/mini'
import { dataExport } from './data-export.ts'
import { endpoint } from './endpoint.ts'
import { cursor, email, id, limit, linkToken, ownUid, password } from './fields.ts'
import { khateebSignUpFields, masjidSignUpFields } from './profile-fields.ts'

const role = z.enum(['khateeb', 'masjid'])
const done = z.object({})

const signedUp = z.object({ uid: z.string() })

export const khateebSignup = endpoint({
  name: 'khateeb_signup',
  method: 'POST',
  path: '/khateeb_signup',
  access: 'anyone',
  limit: 'sign_up',
  takesPassword: true,
  body: z.object(khateebSignUpFields),
  output: signedUp,
  failures: ['email_taken'],
})

export const masjidSignup = endpoint({
  name: 'masjid_signup',
  method: 'POST',
  path: '/masjid_signup',
  access: 'anyone',
  limit: 'sign_up',
  takesPassword: true,
  body: z.object(masjidSignUpFields),
  output: signedUp,
  failures: ['email_taken'],
})

export const checkUserRole = endpoint({
  name: 'check_user_role',
  method: 'POST',
  path: '/api/check_user_role',
  access: { khateeb: 'uid', masjid: 'uid' },
  body: z.object({ uid: ownUid('uid') }),
  output: z.object({ role }),
  failures: [],
})

/** `token` is absent if the response set it as a cookie, so that scripts of the page cannot read it. */
const newSession = { token: z.optional(z.string()), expiresAt: z.string() }

export const signIn = endpoint({
  name: 'sign_in',
  method: 'POST',
  path: '/identity/sign_in',
  access: 'anyone',
  limit: 'sign_in',
  takesPassword: true,
  secret: true,
  body: z.object({ email, password, remember: z._default(z.boolean(), false) }),
  output: z.object({ uid: z.string(), role, ...newSession }),
  failures: ['wrong_credentials', 'account_suspended'],
})

export const signOut = endpoint({
  name: 'sign_out',
  method: 'POST',
  path: '/identity/sign_out',
  access: 'anyone',
  body: z.object({}),
  output: done,
  failures: [],
})

export const getSession = endpoint({
  name: 'session',
  method: 'GET',
  path: '/identity/session',
  access: 'anyone',
  output: z.nullable(
    z.object({ uid: z.string(), role, name: z.string(), email: z.string(), expiresAt: z.string() }),
  ),
  failures: [],
})

export const sendPasswordReset = endpoint({
  name: 'send_password_reset',
  method: 'POST',
  path: '/identity/send_password_reset',
  access: 'anyone',
  limit: 'reset',
  body: z.object({ email }),
  output: done,
  failures: [],
})

export const resetPassword = endpoint({
  name: 'reset_password',
  method: 'POST',
  path: '/identity/reset_password',
  access: 'anyone',
  limit: 'reset',
  takesPassword: true,
  secret: true,
  body: z.object({ token: linkToken, password }),
  output: done,
  failures: ['link_spent'],
})

/** Changes the password and ends all sessions. The answer contains a new session for the caller. */
export const changePassword = endpoint({
  name: 'change_password',
  method: 'POST',
  path: '/identity/change_password',
  access: { khateeb: true, masjid: true },
  limit: 'sign_in',
  takesPassword: true,
  accountLimit: 'change',
  secret: true,
  body: z.object({ password, newPassword: password }),
  output: z.object(newSession),
  failures: ['wrong_credentials'],
})

export const getPasswordPolicy = endpoint({
  name: 'password_policy',
  method: 'GET',
  path: '/identity/password_policy',
  access: 'anyone',
  output: z.object({
    minLength: z.number(),
    maxLength: z.number(),
    lowercase: z.boolean(),
    uppercase: z.boolean(),
    numeric: z.boolean(),
    nonAlphanumeric: z.boolean(),
  }),
  failures: [],
})

export const getSessions = endpoint({
  name: 'sessions',
  method: 'GET',
  path: '/identity/sessions',
  access: { khateeb: true, masjid: true },
  query: z.object({ limit, cursor }),
  output: z.array(
    z.object({
      id: z.string(),
      createdAt: z.string(),
      lastSeenAt: z.string(),
      device: z.string(),
      current: z.boolean(),
    }),
  ),
  failures: [],
  paged: true,
})

export const revokeSession = endpoint({
  name: 'revoke_session',
  method: 'POST',
  path: '/identity/revoke_session',
  access: { khateeb: true, masjid: true },
  accountLimit: 'change',
  body: z.object({ id: id('id') }),
  output: done,
  failures: ['not_found'],
})

/** Ends all sessions of the caller except this one. `ended` is their number. */
export const endOtherSessions = endpoint({
  name: 'end_other_sessions',
  method: 'POST',
  path: '/identity/end_other_sessions',
  access: { khateeb: true, masjid: true },
  accountLimit: 'change',
  body: z.object({}),
  output: z.object({ ended: z.number() }),
  failures: [],
})

/** Exports everything that is stored about the caller. */
export const exportData = endpoint({
  name: 'export_data',
  method: 'GET',
  path: '/identity/export',
  access: { khateeb: true, masjid: true },
  limit: 'lookup',
  output: dataExport,
  failures: [],
})

/** Deletes the caller's account; requires its password. */
export const deleteAccount = endpoint({
  name: 'delete_account',
  method: 'POST',
  path: '/identity/delete_account',
  access: { khateeb: true, masjid: true },
  limit: 'sign_in',
  takesPassword: true,
  accountLimit: 'change',
  secret: true,
  body: z.object({ password }),
  output: done,
  failures: ['wrong_credentials'],
})
