import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { OutputOf, RawInputOf } from '../../../contract/endpoint.ts'
import type { addPasskey, signInWithPasskey, startAddingPasskey } from '../../../contract/second-factor.ts'

/** A challenge from the server. If `existing` has ids of passkeys, only these passkeys can sign the challenge. */
export interface Challenge {
  readonly challenge: string
  readonly domain: string
  readonly existing?: readonly string[]
}

const credentialDescriptors = (ids: readonly string[]) =>
  ids.map((id) => ({ id, type: 'public-key' as const }))

/** Lets the user sign a challenge with a passkey. Rejects if the user cancels. */
export async function signWithPasskey({
  challenge,
  domain,
  existing = [],
}: Challenge): Promise<RawInputOf<typeof signInWithPasskey>['passkey']> {
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge,
      rpId: domain,
      allowCredentials: credentialDescriptors(existing),
      userVerification: 'required',
    },
  })
  const { clientDataJSON: clientData, authenticatorData, signature } = response
  return { credential: id, clientData, authenticatorData, signature }
}

/** The algorithms ES256, EdDSA and RS256, which the server's library verifies by default. */
const algorithms = [-7, -8, -257]

/** Lets the user create a passkey. Rejects if the user cancels, or if this device has one already. */
export async function createPasskey({
  challenge,
  domain,
  user,
  existing,
}: OutputOf<typeof startAddingPasskey>): Promise<RawInputOf<typeof addPasskey>['newPasskey']> {
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: domain, name: 'Minbar' },
      user,
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: credentialDescriptors(existing),
      attestation: 'none',
      // A passkey can sign in without email and password. So browsers must find the passkey without an email, and the device must verify
      // its user.
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
    },
  })
  return { credential: id, clientData: response.clientDataJSON, attestation: response.attestationObject }
}
