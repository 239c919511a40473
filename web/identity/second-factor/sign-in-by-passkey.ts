import type { OutputOf } from '../../../contract/endpoint.ts'
import { signInChallenge, signInWithPasskey } from '../../../contract/second-factor.ts'
import { call } from '../../app/api-call.ts'
import { signWithPasskey } from './passkeys.ts'

/** Lets the user choose a passkey, and signs in with it, without an email and password. */
export async function signInByPasskey(remember: boolean): Promise<OutputOf<typeof signInWithPasskey>> {
  const passkey = await signWithPasskey(await call(signInChallenge, {}))
  return call(signInWithPasskey, { passkey, remember })
}
