import type * as z from 'zod/mini'
import type { newPasskey, passkeyAssertion } from '../../../contract/second-factor-fields.ts'
import type { PasskeySite } from '../../passkey-site.ts'

/** Loads the library at the first use of a passkey, because the library is large and most servers start without needing it. */
const loadLibrary = () => import('@simplewebauthn/server')

export interface StoredPasskey {
  readonly id: string
  readonly publicKey: Buffer
  readonly counter: number
}

const sharedFields = { type: 'public-key', clientExtensionResults: {} } as const

/** Verifies a new passkey. Returns undefined if its response is not valid for this site and challenge. */
export async function verifyNewPasskey(
  site: PasskeySite,
  expectedChallenge: string,
  { credential, clientData, attestation }: z.infer<typeof newPasskey>,
): Promise<StoredPasskey | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const response = { clientDataJSON: clientData, attestationObject: attestation }
  const { registrationInfo } = await emptyIfRejected(
    verifyRegistrationResponse({
      response: { ...sharedFields, id: credential, rawId: credential, response },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.domain,
      // A passkey can sign in without a password. So the device must check its user by fingerprint, face or PIN.
      requireUserVerification: true,
    }),
  )
  if (registrationInfo === undefined) return undefined
  const { id, publicKey, counter } = registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey), counter }
}

/**
 * Verifies a passkey's signature. Returns the passkey’s new counter, or undefined if the signature is not valid for this site and
 * challenge.
 */
export async function verifyAssertion(
  site: PasskeySite,
  expectedChallenge: string,
  { credential, clientData, authenticatorData, signature }: z.infer<typeof passkeyAssertion>,
  { id, publicKey, counter }: StoredPasskey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const response = { clientDataJSON: clientData, authenticatorData, signature }
  const { verified, authenticationInfo } = await emptyIfRejected(
    verifyAuthenticationResponse({
      response: { ...sharedFields, id: credential, rawId: credential, response },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.domain,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    }),
  )
  return verified === true ? authenticationInfo?.newCounter : undefined
}

/** Returns an empty result if the library throws, because it throws many kinds of errors for invalid responses. */
function emptyIfRejected<Result>(verification: Promise<Result>): Promise<Partial<Result>> {
  return verification.catch((): Partial<Result> => ({}))
}
