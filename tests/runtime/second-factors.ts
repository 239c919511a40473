import { generateSync } from 'otplib'
import type { Client } from '../../contract/client.ts'
import {
  addAuthenticatorApp,
  addPasskey,
  startAddingAuthenticatorApp,
  startAddingPasskey,
} from '../../contract/second-factor.ts'
import { password } from './people.ts'
import { createSoftwarePasskey } from './software-passkey.ts'

/** Returns the code that an authenticator app shows for a key, `steps` × 30 seconds after `now`. */
export function codeOf(key: string, { now = Date.now(), steps = 0 } = {}): string {
  return generateSync({ secret: key, epoch: Math.floor(now / 1_000) + 30 * steps })
}

/** Adds an authenticator app to a person without second factors. Returns its key and the recovery codes. */
export async function addSoftwareAuthenticator(client: Client, now = Date.now()) {
  const { key } = await client.call(startAddingAuthenticatorApp, { password })
  const { recoveryCodes } = await client.call(addAuthenticatorApp, { code: codeOf(key, { now }) })
  return { key, recoveryCodes: recoveryCodes ?? [] }
}

/** Adds a passkey to a person without second factors. */
export async function addSoftwarePasskey(client: Client) {
  const passkey = createSoftwarePasskey()
  const { challenge } = await client.call(startAddingPasskey, { password })
  const { recoveryCodes } = await client.call(addPasskey, { newPasskey: passkey.create(challenge) })
  return { passkey, recoveryCodes: recoveryCodes ?? [] }
}
