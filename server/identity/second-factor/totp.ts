import { generateSecret, generateURI, verifySync } from 'otplib'

/** Creates a key for an authenticator app: 160 random bits in Base32. */
export function newAppKey(): string {
  return generateSecret()
}

/** Returns the URI for a QR code with which an authenticator app adds the key. */
export function appKeyUri(key: string, email: string): string {
  return generateURI({ issuer: 'Minbar', label: email, secret: key })
}

/** The accepted clock difference in seconds, which is one time step: a phone's clock may be wrong, and typing takes time. */
const tolerance = 30

/**
 * Returns the time step (RFC 6238) of a code: the current step, the previous one or the next one. Null for a wrong code.
 * @param now seconds since 1970
 */
export function timeStepOf(code: string, key: string, now: number): number | null {
  const result = verifySync({ secret: key, token: code, epoch: Math.floor(now), epochTolerance: tolerance })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
