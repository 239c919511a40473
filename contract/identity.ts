import * as z from 'zod/mini'
import { dataExport } from './data-export.ts'
import { endpoint } from './endpoint.ts'
import { cursor, email, id, limit, linkToken, ownUid, password } from './fields.ts'
import { memberRole } from './member-role.ts'
import { emptyResponse } from './outcome-schemas.ts'
import { passwordProtectedOptions, reauthenticationFailures } from './password-protected.ts'
import {
  khateebSignUpFields,
  masjidSignUpFields,
  newKhateebFields,
  newMasjidFields,
} from './profile-fields.ts'
import { secondFactorFields } from './second-factor-fields.ts'
import { session } from './session-schema.ts'

const role = z.enum(['khateeb', 'masjid'])

const signUpOptions = {
  access: 'anyone',
  limit: 'sign_up',
  hashesPassword: true,
  output: z.object({ uid: z.string() }),
  failures: ['email_taken'],
} as const

export const khateebSignup = endpoint('POST', '/khateeb_signup', {
  ...signUpOptions,
  body: z.object(khateebSignUpFields),
})

export const masjidSignup = endpoint('POST', '/masjid_signup', {
  ...signUpOptions,
  body: z.object(masjidSignUpFields),
})

const newPartyOptions = {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  limit: 'sign_up',
  output: z.object({ uid: z.string() }),
} as const

/** Adds a masjid to the caller's account. The caller becomes its owner. */
export const addMasjid = endpoint('POST', '/identity/add_masjid', {
  ...newPartyOptions,
  body: z.object(newMasjidFields),
  failures: ['too_many_parties'],
})

/** Adds a khateeb profile to the caller's account. */
export const becomeKhateeb = endpoint('POST', '/identity/become_khateeb', {
  ...newPartyOptions,
  body: z.object(newKhateebFields),
  failures: ['already_khateeb', 'too_many_parties'],
})

export const checkUserRole = endpoint('POST', '/api/check_user_role', {
  access: { khateeb: 'uid', masjid: 'uid' },
  needs: 'viewer',
  accountLimit: undefined,
  body: z.object({ uid: ownUid('uid') }),
  output: z.object({ role }),
})

/**
 * The token and the end of a new session. `token` is absent if the response sets it as a cookie, so that scripts of the page cannot read
 * it.
 */
export const newSessionFields = { token: z.optional(z.string()), expiresAt: z.string() }

/** The party and the person of a new session. */
export const sessionAccountFields = { uid: z.string(), role, personId: z.string() }

export const signIn = endpoint('POST', '/identity/sign_in', {
  access: 'anyone',
  limit: 'sign_in',
  hashesPassword: true,
  secret: true,
  body: z.object({ email, password, remember: z._default(z.boolean(), false), ...secondFactorFields }),
  output: z.object({
    ...sessionAccountFields,
    ...newSessionFields,
    /** Present if the operator requires a second factor, and the person has none. */
    needsSecondFactor: z.optional(z.literal(true)),
  }),
  failures: [...reauthenticationFailures, 'account_suspended'],
})

export const signOut = endpoint('POST', '/identity/sign_out', {
  access: 'anyone',
  body: z.object({}),
  output: emptyResponse,
})

export const getSession = endpoint('GET', '/identity/session', {
  access: 'anyone',
  output: z.nullable(
    z.object({
      /** The uid of the party that the caller acts for: the party in the `X-Minbar-Uid` header, or else the caller's first party. */
      uid: z.string(),
      role,
      memberRole,
      name: z.string(),
      /** All parties that the caller may act for, sorted by the start of the membership. */
      parties: z.array(z.object({ uid: z.string(), role, memberRole, name: z.string() })),
      personId: z.string(),
      email: z.string(),
      /** The IANA name of the time zone of the masjid, or of the khateeb's ZIP code. Null if that ZIP code is no longer in use. */
      timeZone: z.nullable(z.string()),
      expiresAt: z.string(),
    }),
  ),
})

export const sendPasswordReset = endpoint('POST', '/identity/send_password_reset', {
  access: 'anyone',
  limit: 'reset',
  body: z.object({ email }),
  output: emptyResponse,
})

export const resetPassword = endpoint('POST', '/identity/reset_password', {
  access: 'anyone',
  limit: 'reset',
  hashesPassword: true,
  secret: true,
  body: z.object({ token: linkToken, password }),
  output: emptyResponse,
  failures: ['link_spent'],
})

/** Changes the password and ends all other sessions. The caller's session gets a new token. */
export const changePassword = endpoint('POST', '/identity/change_password', {
  ...passwordProtectedOptions({ newPassword: password }),
  output: z.object(newSessionFields),
  failures: reauthenticationFailures,
})

export const getPasswordPolicy = endpoint('GET', '/identity/password_policy', {
  access: 'anyone',
  output: z.object({
    minLength: z.number(),
    maxLength: z.number(),
    lowercase: z.boolean(),
    uppercase: z.boolean(),
    numeric: z.boolean(),
    nonAlphanumeric: z.boolean(),
  }),
})

export const getSessions = endpoint('GET', '/identity/sessions', {
  access: { khateeb: true, masjid: true },
  query: z.object({ limit, cursor }),
  output: z.array(session),
  paged: true,
})

export const revokeSession = endpoint('POST', '/identity/revoke_session', {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  body: z.object({ id: id('id') }),
  output: emptyResponse,
  failures: ['not_found'],
})

/** Ends all sessions of the caller except the current one. `ended` is the number of ended sessions. */
export const endOtherSessions = endpoint('POST', '/identity/end_other_sessions', {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  body: z.object({}),
  output: z.object({ ended: z.number() }),
})

/** Exports all data that is stored about the caller, except secrets. */
export const exportData = endpoint('GET', '/identity/export', {
  name: 'export_data',
  access: { khateeb: true, masjid: true },
  limit: 'lookup',
  output: dataExport,
})

/** Returns what `deleteAccount` would do to each of the caller's parties, including suspended parties. */
export const getDeletionOutcomes = endpoint('GET', '/identity/deletion_outcomes', {
  access: { khateeb: true, masjid: true },
  output: z.object({
    parties: z.array(
      z.object({
        uid: z.string(),
        role,
        memberRole,
        name: z.string(),
        /**
         * `left`: the masjid stays, without the caller. `prevents`: the masjid would have no owner, so `deleteAccount` fails with
         * `last_owner`.
         */
        outcome: z.enum(['deleted', 'left', 'prevents']),
      }),
    ),
  }),
})

/** Deletes the caller's account. Requires the password. */
export const deleteAccount = endpoint('POST', '/identity/delete_account', {
  ...passwordProtectedOptions({}),
  output: emptyResponse,
  failures: [...reauthenticationFailures, 'owner_needs_second_factor', 'last_owner'],
})
