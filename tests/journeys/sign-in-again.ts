import type { Locator, Page } from 'playwright-core'
import { getSessions, revokeSession } from '../../contract/identity.ts'
import { password, type TestAccount } from '../runtime/people.ts'

/** Ends all browser sessions of a person. The session of the test's API client stays open. */
export async function endSessions({ client }: TestAccount): Promise<void> {
  const sessions = await client.call(getSessions, {})
  for (const { id, current } of sessions) if (!current) await client.call(revokeSession, { id })
}

/** Returns the dialog that opens when the session has ended. */
export function signInAgainDialog(page: Page): Locator {
  return page.getByRole('alertdialog', { name: 'Sign In Again' })
}

/** Signs in as the same member in the dialog. */
export async function signInAgain(page: Page): Promise<void> {
  await signInAgainDialog(page).getByText('what you typed stays here').waitFor()
  await submitPassword(page)
  await signInAgainDialog(page).waitFor({ state: 'detached' })
}

/** Fills in the password in the dialog, and submits it. */
export async function submitPassword(page: Page, secret = password): Promise<void> {
  await signInAgainDialog(page).getByLabel('Password', { exact: true }).fill(secret)
  await signInAgainDialog(page).getByRole('button', { name: 'Login' }).click()
}
