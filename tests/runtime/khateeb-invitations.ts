import { verifyEmail } from '../../contract/account-email.ts'
import { khateebSignup } from '../../contract/identity.ts'
import { inviteNewKhateeb } from '../../contract/members.ts'
import { getOurKhateebs } from '../../contract/our-khateebs.ts'
import { clientOf, type TestApp } from './app.ts'
import { tokenInLetter, unusedAddress } from './email-changes.ts'
import { password, type TestAccount } from './people.ts'
import { newKhateebProfile } from './questions-by-email.ts'

/** An owner invites an email address as a khateeb. Returns the address, and the token in the letter. */
export async function inviteKhateebByEmail(app: TestApp, owner: TestAccount, email = unusedAddress()) {
  await owner.client.call(inviteNewKhateeb, { email })
  return { email, token: await tokenInLetter(app, email, 'new_khateeb_invited') }
}

/** Returns the khateebs and the pending invitations of a masjid, as a member sees them. */
export function fetchOurKhateebs({ client }: TestAccount) {
  return client.call(getOurKhateebs, { uid: 'me' })
}

/** Signs up a khateeb who then confirms his email. Returns his uid. */
export async function signUpAndConfirm(app: TestApp, email: string): Promise<string> {
  const client = clientOf(app.baseUrl)
  const { uid } = await client.call(khateebSignup, { ...newKhateebProfile, email, password })
  await client.call(verifyEmail, { token: await tokenInLetter(app, email, 'welcome') })
  return uid
}
