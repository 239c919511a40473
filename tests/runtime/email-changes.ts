import { changeEmail, confirmEmail } from '../../contract/email.ts'
import { signIn } from '../../contract/identity.ts'
import type { TestApp } from './app.ts'
import { type Person, password } from './people.ts'
import { queuedLetters } from './queued-letters.ts'

/** What a call is refused with whose link has been used, or is too old. */
export const linkSpentError = { status: 409, code: 'link_spent' }
/** What a call is refused with whose address is somebody's. */
export const emailTakenError = { status: 409, code: 'email_taken' }
/** What a sign-in is refused with. */
export const wrongCredentialsError = { status: 401, code: 'wrong_credentials' }

let addresses = 0

/** An address that nobody has had. */
export function unusedAddress(): string {
  addresses += 1
  return `new-address-${addresses}@minbar.example`
}

/** The token in the newest letter of a kind to an address; empty where there is none. */
export async function tokenInLetter(
  { database }: TestApp,
  email: string,
  kind: 'confirm_email' | 'email_changed' | 'email_restored' | 'password_reset',
): Promise<string> {
  const letters = await queuedLetters(database, email, kind)
  return letters.at(-1)?.token ?? ''
}

/** Asks for another address, as its owner. */
export function requestEmailChange({ client }: Person, email: string) {
  return client.call(changeEmail, { email, password })
}

/** Changes somebody's address all the way, and gives the token of the way back from `from`. */
export async function changeEmailOf(app: TestApp, who: Person, from: string, to: string): Promise<string> {
  await requestEmailChange(who, to)
  await app.client().call(confirmEmail, { token: await tokenInLetter(app, to, 'confirm_email') })
  return tokenInLetter(app, from, 'email_changed')
}

/** Signs in with an address; with another password than everybody's where it says so. */
export function signInWith(app: TestApp, email: string, secret: string = password) {
  return app.client().call(signIn, { email, password: secret })
}
