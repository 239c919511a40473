import { changeEmail, confirmEmail } from '../../contract/email-change.ts'
import { signIn } from '../../contract/identity.ts'
import type { LetterKind, Letters } from '../../server/letters/content/letter.ts'
import type { TestApp } from './app.ts'
import { password, type TestAccount } from './people.ts'
import { queuedLetters } from './queued-letters.ts'
import { conflict } from './refusals.ts'

/** The error for a link that was used or has expired. */
export const linkSpentError = conflict('link_spent')
/** The error for an email address that another account has. */
export const emailTakenError = conflict('email_taken')
/** The error for a wrong email or password at sign-in. */
export const wrongCredentialsError = { status: 401, code: 'wrong_credentials' }

let addresses = 0

/** Returns an email address that no account has used. */
export function unusedAddress(): string {
  addresses += 1
  return `new-address-${addresses}@minbar.example`
}

type KindWithToken = {
  [Kind in LetterKind]: Letters[Kind] extends { readonly token: string } ? Kind : never
}[LetterKind]

/** Returns the token in the newest letter of a kind to an address. Empty if there is no such letter. */
export async function tokenInLetter(
  { database }: Pick<TestApp, 'database'>,
  email: string,
  kind: KindWithToken,
): Promise<string> {
  const letters = await queuedLetters(database, email, kind)
  return letters.at(-1)?.token ?? ''
}

/** Requests a change of the person's own email address. */
export function requestEmailChange({ client }: TestAccount, email: string) {
  return client.call(changeEmail, { email, password })
}

/** Changes a person's address and confirms it. Returns the undo token from the letter to the old address, `from`. */
export async function changeEmailOf(
  app: TestApp,
  who: TestAccount,
  from: string,
  to: string,
): Promise<string> {
  await requestEmailChange(who, to)
  await app.client().call(confirmEmail, { token: await tokenInLetter(app, to, 'confirm_email') })
  return tokenInLetter(app, from, 'email_changed')
}

/** Signs in. `secret` is the password, by default the shared password of all test accounts. */
export function signInWith(app: TestApp, email: string, secret: string = password) {
  return app.client().call(signIn, { email, password: secret })
}
