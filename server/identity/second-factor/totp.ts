import { generateSecret, generateURI, verifySync } from 'otplib'

/** Makes a key for an authenticator app: 160 random bits in Base32. */
export function newAppKey(): string {
  return generateSecret()
}

/** The URI with which an app adds the key, when it scans a QR code. */
export function appKeyUri(key: string, email: string): string {
  return generateURI({ issuer: 'Minbar', label: email, secret: key })
}

/** Seconds. One step, because a phone's clock may be wrong, and typing takes time. */
const tolerance = 30

/**
 * The time step (RFC 6238) of a code: the current one, or one before or after. Null for a wrong code.
 * @param now seconds since 1970
 */
export function timeStepOf(code: string, key: string, now: number): number | null {
  const result = verifySync({ secret: key, token: code, epoch: Math.floor(now), epochTolerance: tolerance })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
