import { isIP } from 'node:net'
import type { Config } from './config.ts'

/** The site for which browsers store passkeys. */
export interface PasskeySite {
  readonly origin: string
  /** WebAuthn's relying party id. */
  readonly domain: string
}

/**
 * Returns the site of the configured public address. Returns null if no public address is configured, because a passkey works only at the
 * address at which it was added. Also returns null for an address without https (except localhost) and for an IP address, because browsers
 * offer no passkeys there.
 */
export function passkeySiteOf({ publicUrl }: Pick<Config, 'publicUrl'>): PasskeySite | null {
  if (publicUrl === null) return null
  const { origin, hostname: domain, protocol } = new URL(publicUrl)
  const isSecure = protocol === 'https:' || domain === 'localhost'
  const isAddress = isIP(domain) !== 0 || domain.startsWith('[')
  return isSecure && !isAddress ? { origin, domain } : null
}
