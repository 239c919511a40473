import type { Locator, Page } from 'playwright-core'

/** The field with this label. */
export function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true })
}

/** Fills fields by their labels, one after the other, and leaves the last. */
export async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text)
  await leave(page)
}

/** Takes the focus out of the field that has it. */
export async function leave(page: Page): Promise<void> {
  await page.locator(':focus').blur()
}

/** What is said to be wrong with a field: what describes it, without its hint; empty while nothing is. */
export async function errorAt(page: Page, label: string): Promise<string> {
  const described = (await field(page, label).getAttribute('aria-describedby')) ?? ''
  const [id] = described.split(' ').filter((it) => it.endsWith('-error'))
  return id === undefined ? '' : (await page.locator(`[id="${id}"]`).innerText()).trim()
}

/** Waits for a toast with these words, also where it isn't the only one. */
export async function waitForToast(page: Page, words: string): Promise<void> {
  const toasts = page.locator('.Toastify__toast').filter({ has: page.getByText(words, { exact: true }) })
  await toasts.first().waitFor()
}

/** Presses a button. */
export function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click()
}
