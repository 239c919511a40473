import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { newSessionFields, sessionAccountFields } from './identity.ts'
import { emptyResponse } from './outcome-schemas.ts'
import { passwordProtectedOptions, reauthenticationFailures } from './password-protected.ts'
import { code, newPasskey, passkeyAssertion } from './second-factor-fields.ts'

/** A challenge for a passkey to sign, and the domain of the passkeys that can sign it. */
const challenge = { challenge: z.string(), domain: z.string() }

/**
 * The recovery codes of a person who has just added the first factor. They are returned only once. Null for a person who already has
 * recovery codes.
 */
const firstRecoveryCodes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) })

/** Returns the caller's second factors, and whether the caller can add passkeys. */
export const getSecondFactors = endpoint('GET', '/identity/second_factors', {
  access: { khateeb: true, masjid: true },
  output: z.object({
    factors: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['passkey', 'authenticator_app']),
        /** The device on which the person added the factor. */
        device: z.string(),
        addedAt: z.string(),
        lastUsedAt: z.nullable(z.string()),
      }),
    ),
    /** The number of unused recovery codes. */
    recoveryCodes: z.number(),
    /** When the newest recovery code was made. Null without unused recovery codes. */
    recoveryCodesMadeAt: z.nullable(z.string()),
    /** Whether passkeys can be added. They need the public address, which the operator may not have configured. */
    passkeysAvailable: z.boolean(),
    /** Whether the operator requires a second factor, and the caller has none. */
    required: z.boolean(),
  }),
})

/** Makes a key for an authenticator app. The app becomes a second factor when the caller sends its first code to `addAuthenticatorApp`. */
export const startAddingAuthenticatorApp = endpoint('POST', '/identity/start_authenticator_app', {
  ...passwordProtectedOptions({}),
  output: z.object({
    /** The key in Base32, to type into the app. */
    key: z.string(),
    /** The key as an `otpauth:` URI, for a QR code. */
    uri: z.string(),
  }),
  failures: reauthenticationFailures,
})

/** Adds the authenticator app that shows this code. Replaces an earlier app. */
export const addAuthenticatorApp = endpoint('POST', '/identity/add_authenticator_app', {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  secret: true,
  body: z.object({ code }),
  output: firstRecoveryCodes,
  failures: ['wrong_second_factor'],
})

/** Returns a challenge for a new passkey to sign. */
export const startAddingPasskey = endpoint('POST', '/identity/start_passkey', {
  ...passwordProtectedOptions({}),
  output: z.object({
    ...challenge,
    /** The person for whom the browser stores the passkey. */
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    /** The credential ids of the caller's other passkeys. */
    existing: z.array(z.string()),
  }),
  failures: [...reauthenticationFailures, 'not_found', 'too_many_passkeys'],
})

/** Adds a passkey that has signed the challenge of `startAddingPasskey`. */
export const addPasskey = endpoint('POST', '/identity/add_passkey', {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  secret: true,
  body: z.object({ newPasskey }),
  output: firstRecoveryCodes,
  failures: ['not_found', 'wrong_second_factor', 'too_many_passkeys'],
})

/** Removes a second factor. Removing the last one also deletes the recovery codes. */
export const removeSecondFactor = endpoint('POST', '/identity/remove_second_factor', {
  ...passwordProtectedOptions({ id: id('id') }),
  output: emptyResponse,
  failures: [...reauthenticationFailures, 'not_found'],
})

/** Replaces the caller's recovery codes with new ones. */
export const renewRecoveryCodes = endpoint('POST', '/identity/renew_recovery_codes', {
  ...passwordProtectedOptions({}),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  failures: [...reauthenticationFailures, 'not_found'],
})

/** Returns a challenge for a passkey to sign, to confirm a `passwordProtectedOptions` call. */
export const confirmationChallenge = endpoint('POST', '/identity/confirmation_challenge', {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  secret: true,
  body: z.object({}),
  output: z.object({
    ...challenge,
    /** The credential ids of the caller's passkeys. */
    existing: z.array(z.string()),
  }),
  failures: ['not_found'],
})

/** Returns a challenge that a passkey signs at sign-in, either instead of the password or as a second factor after it. */
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
  output: z.object({ ...sessionAccountFields, ...newSessionFields }),
  failures: ['not_found', 'wrong_second_factor', 'account_suspended'],
})
