import type { Locator, Page } from 'playwright-core'
import { getSessions, revokeSession } from '../../contract/identity.ts'
import { type Person, password } from '../runtime/people.ts'

/** Ends every session of somebody but the test's own. */
export async function endSessions({ client }: Person): Promise<void> {
  const sessions = await client.call(getSessions, {})
  for (const { id, current } of sessions) if (!current) await client.call(revokeSession, { id })
}

/** What opens over the screen when its session has ended. */
export function question(page: Page): Locator {
  return page.getByRole('alertdialog', { name: 'Sign in again' })
}

/** Answers it, as who was signed in before. */
export async function signsInAgain(page: Page): Promise<void> {
  await question(page).getByText('what you typed stays here').waitFor()
  await question(page).getByLabel('Password', { exact: true }).fill(password)
  await question(page).getByRole('button', { name: 'Login' }).click()
  await question(page).waitFor({ state: 'detached' })
}
