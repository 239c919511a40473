import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { RawInputOf } from '../../contract/endpoint.ts'
import type { addPasskey, signInWithPasskey } from '../../contract/second-factor.ts'

type NewPasskey = RawInputOf<typeof addPasskey>['newPasskey']
type Assertion = RawInputOf<typeof signInWithPasskey>['passkey']

/** The origin for the passkeys that tests make in software. It is the server's `PUBLIC_URL`. */
export const passkeyOrigin = 'http://localhost:8080'

/** Wrong values for the response to a challenge, for tests of refusals. By default, the response is right. */
export interface Deviations {
  readonly origin?: string
  readonly domain?: string
  readonly isUserVerified?: boolean
  readonly counter?: number
}

/** Creates a passkey in software: an authenticator that signs with ES256, without attestation. */
export function createSoftwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credential = randomBytes(32)
  // A COSE key in CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  let uses = 0

  /** Returns authenticator data: the hash of the domain, flags (user present, user verified, credential included), and a counter. */
  function dataOf({ domain = 'localhost', isUserVerified = true, counter }: Deviations, attested?: Buffer) {
    const head = Buffer.alloc(5)
    head.writeUInt8(0x01 | (isUserVerified ? 0x04 : 0) | (attested === undefined ? 0 : 0x40))
    head.writeUInt32BE(counter ?? (uses += 1), 1)
    return Buffer.concat([sha256(domain), head, attested ?? Buffer.alloc(0)])
  }

  return {
    credential: credential.toString('base64url'),
    publicKey: cose,
    /** Returns the response to a challenge for a new passkey. */
    create(challenge: string, deviations: Deviations = {}): NewPasskey {
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credential.length]),
        credential,
        cose,
      ])
      const data = dataOf(deviations, attested)
      // In CBOR: {fmt: 'none', attStmt: {}, authData}.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        credential: credential.toString('base64url'),
        clientData: clientData('webauthn.create', challenge, deviations).toString('base64url'),
        attestation: attestation.toString('base64url'),
      }
    },
    /** Returns the response to a challenge of a sign-in or a confirmation. */
    sign(challenge: string, deviations: Deviations = {}): Assertion {
      const data = dataOf(deviations)
      const client = clientData('webauthn.get', challenge, deviations)
      return {
        credential: credential.toString('base64url'),
        clientData: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      }
    },
  }
}

function clientData(type: string, challenge: string, { origin = passkeyOrigin }: Deviations): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
