import { isIP } from 'node:net'
import type { Config } from './config.ts'

/** The site for which browsers store passkeys. */
export interface PasskeySite {
  readonly origin: string
  /** WebAuthn's relying party id. */
  readonly domain: string
}

/**
 * The site of the configured public address. Null without one, because a passkey works only at the address at which it was added.
 * Browsers offer passkeys only over https or on localhost, and not for IP addresses.
 */
export function passkeySiteOf({ publicUrl }: Pick<Config, 'publicUrl'>): PasskeySite | null {
  if (publicUrl === null) return null
  const { origin, hostname: domain, protocol } = new URL(publicUrl)
  const isSecure = protocol === 'https:' || domain === 'localhost'
  const isAddress = isIP(domain) !== 0 || domain.startsWith('[')
  return isSecure && !isAddress ? { origin, domain } : null
}
