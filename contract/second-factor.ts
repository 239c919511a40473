import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { newSession, sessionAccountFields } from './identity.ts'
import { emptyResponse } from './output-schemas.ts'
import { passwordProtected, reauthenticationFailures } from './password-protected.ts'
import { code, newPasskey, passkeyAssertion } from './second-factor-fields.ts'

/** A challenge for a passkey to sign, and the domain whose passkeys can sign it. */
const challenge = { challenge: z.string(), domain: z.string() }

/** The recovery codes of a person who has added their first factor. Shown once; null if the person has some already. */
const firstRecoveryCodes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) })

/** The caller's second factors, and what they can add. */
export const getSecondFactors = endpoint('GET', '/identity/second_factors', {
  access: { khateeb: true, masjid: true },
  output: z.object({
    factors: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['passkey', 'authenticator_app']),
        /** The device on which it was added. */
        device: z.string(),
        addedAt: z.string(),
        lastUsedAt: z.nullable(z.string()),
      }),
    ),
    /** How many recovery codes are unused. */
    recoveryCodes: z.number(),
    /** False if the operator has not configured the public address, which passkeys need. */
    passkeysAvailable: z.boolean(),
    /** The operator requires a second factor of the caller, who has none. */
    required: z.boolean(),
  }),
})

/** Makes a key for an authenticator app. It takes effect when a code of the app is sent. */
export const startAddingAuthenticatorApp = endpoint('POST', '/identity/start_authenticator_app', {
  ...passwordProtected({}),
  output: z.object({
    /** In Base32, to type into the app. */
    key: z.string(),
    /** An `otpauth:` URI, for a QR code. */
    uri: z.string(),
  }),
  failures: reauthenticationFailures,
})

/** Adds the authenticator app that shows this code. It replaces an earlier one. */
export const addAuthenticatorApp = endpoint('POST', '/identity/add_authenticator_app', {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  secret: true,
  body: z.object({ code }),
  output: firstRecoveryCodes,
  failures: ['wrong_second_factor'],
})

/** Begins to add a passkey. */
export const startAddingPasskey = endpoint('POST', '/identity/start_passkey', {
  ...passwordProtected({}),
  output: z.object({
    ...challenge,
    /** The person for whom the browser stores the passkey. */
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    /** The credentials of the caller's other passkeys. */
    existing: z.array(z.string()),
  }),
  failures: [...reauthenticationFailures, 'not_found', 'too_many_passkeys'],
})

/** Adds a passkey that has signed the challenge of `startPasskey`. */
export const addPasskey = endpoint('POST', '/identity/add_passkey', {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  secret: true,
  body: z.object({ newPasskey }),
  output: firstRecoveryCodes,
  failures: ['not_found', 'wrong_second_factor', 'too_many_passkeys'],
})

/** Removes a second factor. With the last one, the recovery codes are deleted. */
export const removeSecondFactor = endpoint('POST', '/identity/remove_second_factor', {
  ...passwordProtected({ id: id('id') }),
  output: emptyResponse,
  failures: [...reauthenticationFailures, 'not_found'],
})

/** Replaces the caller's recovery codes by new ones. */
export const renewRecoveryCodes = endpoint('POST', '/identity/renew_recovery_codes', {
  ...passwordProtected({}),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  failures: [...reauthenticationFailures, 'not_found'],
})

/** A challenge for a passkey to confirm a `passwordProtected` call. */
export const confirmationChallenge = endpoint('POST', '/identity/confirmation_challenge', {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  secret: true,
  body: z.object({}),
  output: z.object({
    ...challenge,
    /** The credentials of the caller's passkeys. */
    existing: z.array(z.string()),
  }),
  failures: ['not_found'],
})

/** A challenge for a passkey to sign in, alone or after the password. */
export const signInChallenge = endpoint('POST', '/identity/sign_in_challenge', {
  access: 'anyone',
  limit: 'lookup',
  secret: true,
  body: z.object({}),
  output: z.object(challenge),
  failures: ['not_found'],
})

/** Opens a session for the owner of a passkey that has signed the challenge of `signInChallenge`. */
export const signInWithPasskey = endpoint('POST', '/identity/sign_in_with_passkey', {
  access: 'anyone',
  limit: 'lookup',
  secret: true,
  body: z.object({ passkey: passkeyAssertion, remember: z._default(z.boolean(), false) }),
  output: z.object({ ...sessionAccountFields, ...newSession }),
  failures: ['not_found', 'wrong_second_factor', 'account_suspended'],
})
