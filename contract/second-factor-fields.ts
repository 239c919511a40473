import * as z from 'zod/mini'
import { toAsciiDigits } from './ascii-digits.ts'
import { encodeFieldError } from './field-error-encoding.ts'

const invalidCodeError = encodeFieldError('code_not_valid')

/** The six digits of an authenticator app, or the 24 characters of a recovery code. Spaces and hyphens are removed. */
export const code = z.string({ error: invalidCodeError }).check(
  z.maxLength(64, { error: invalidCodeError }),
  z.overwrite((value) => toAsciiDigits(value).replaceAll(/[ -]/g, '').toUpperCase()),
  z.regex(/^(\d{6}|[2-9A-HJ-NP-Z]{24})$/, { error: invalidCodeError }),
)

const invalidPasskeyError = encodeFieldError('passkey_not_valid')

/** Declares a field with bytes in base64url, at most `max` characters. */
function bytes(max: number) {
  const form = new RegExp(`^[A-Za-z0-9_-]{1,${max}}$`)
  return z.string({ error: invalidPasskeyError }).check(z.regex(form, { error: invalidPasskeyError }))
}

/** The fields of every response of a passkey: the id of its credential, and the signed data about the challenge. */
const passkeyResponseFields = { credential: bytes(1_400), clientData: bytes(2_000) }

/** A new passkey, as the browser's `navigator.credentials.create()` returns it. */
export const newPasskey = z.object(
  { ...passkeyResponseFields, attestation: bytes(2_900) },
  { error: invalidPasskeyError },
)

/** A passkey's signature of a challenge, as the browser's `navigator.credentials.get()` returns it. */
export const passkeyAssertion = z.object(
  { ...passkeyResponseFields, authenticatorData: bytes(2_000), signature: bytes(1_000) },
  { error: invalidPasskeyError },
)

/** The second factor of a call: a code, or a passkey's signature of a challenge. Ignored for a person without second factors. */
export const secondFactorFields = {
  code: z.optional(code),
  passkey: z.optional(passkeyAssertion),
}
