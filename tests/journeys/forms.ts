import type { Locator, Page } from 'playwright-core'
import { password, type TestAccount } from '../runtime/people.ts'

export function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true })
}

/** Fills fields by label, in order, and blurs the last field. */
export async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text)
  await leaveField(page)
}

/** Blurs the focused field. */
export async function leaveField(page: Page): Promise<void> {
  await page.locator(':focus').blur()
}

/** Returns the error message of a field, without its hint. Empty if the field has no error. */
export async function errorAt(page: Page, label: string): Promise<string> {
  const described = (await field(page, label).getAttribute('aria-describedby')) ?? ''
  const [id] = described.split(' ').filter((it) => it.endsWith('-error'))
  return id === undefined ? '' : (await page.locator(`[id="${id}"]`).innerText()).trim()
}

/** Waits for a toast with this text. The page may also show other toasts. */
export async function waitForToast(page: Page, words: string): Promise<void> {
  const toasts = page.locator('.Toastify__toast').filter({ has: page.getByText(words, { exact: true }) })
  await toasts.first().waitFor()
}

export function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click()
}

/** Signs in with the open login form. */
export async function logIn(
  page: Page,
  { email }: Pick<TestAccount, 'email'>,
  secret = password,
): Promise<void> {
  await fill(page, { Email: email, Password: secret })
  await press(page, 'Login')
}

/** Returns the text of the elements that describe an element (`aria-describedby`). */
export function descriptionOf(element: Locator): Promise<string> {
  return element.evaluate((it) =>
    (it.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )
}
