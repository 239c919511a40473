import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { OutputOf, RawInputOf } from '../../../contract/endpoint.ts'
import type { addPasskey, signInWithPasskey, startAddingPasskey } from '../../../contract/second-factor.ts'

/** A challenge of the server. `existing` restricts the passkeys that can sign it. */
export interface Challenge {
  readonly challenge: string
  readonly domain: string
  readonly existing?: readonly string[]
}

const credentials = (ids: readonly string[]) => ids.map((id) => ({ id, type: 'public-key' as const }))

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
      allowCredentials: credentials(existing),
      userVerification: 'required',
    },
  })
  const { clientDataJSON: clientData, authenticatorData, signature } = response
  return { credential: id, clientData, authenticatorData, signature }
}

/** ES256, EdDSA and RS256: what the server's library verifies by default. */
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
      excludeCredentials: credentials(existing),
      attestation: 'none',
      // The passkey must be found without the email, and check who uses it, because it can sign in alone.
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
    },
  })
  return { credential: id, clientData: response.clientDataJSON, attestation: response.attestationObject }
}
