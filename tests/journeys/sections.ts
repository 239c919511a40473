import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { dayAndDate, longDate } from '../runtime/format-dates.ts'
import { friday } from '../runtime/slots.ts'

/** Returns the section of a screen with this heading. */
function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

/** Returns the row of a section, or the slot of its season board, that contains a text. */
export function row(page: Page, sectionName: string, text: string | RegExp): Locator {
  const within = section(page, sectionName)
  return within.getByRole('listitem').or(within.locator('td > div')).filter({ hasText: text })
}

/** Returns the text of the first toast, with any reason on a second line, and closes it. */
export async function readAndCloseToast(page: Page): Promise<string> {
  const next = page.locator('.Toastify__toast').first()
  const text = await next.innerText()
  await next.getByRole('button', { name: 'Close notification' }).click()
  await next.waitFor({ state: 'detached' })
  return text.trim().replaceAll(/\n+/g, '\n')
}

/** Waits until a section shows this text. */
export async function waitForText(page: Page, sectionName: string, text: string): Promise<void> {
  await section(page, sectionName).getByText(text, { exact: true }).waitFor()
}

/** Returns the cell of the slot at `time` (as shown) on the season board of the masjid's home screen. */
export function slotCell(page: Page, time: string): Locator {
  return row(page, 'Upcoming Khutbahs', time)
}

/** Returns the row of a date on the season board of the masjid's home screen. */
export function dateRow(page: Page, date: string): Locator {
  return page.getByRole('row').filter({ hasText: dayAndDate(date) })
}

/** Opens the slot panel of the slot at `time` (as shown) on the masjid's home screen. Returns the panel. */
export async function openSlotPanel(page: Page, time: string): Promise<Locator> {
  await slotCell(page, time).first().getByRole('button', { name: time }).click()
  const panel = page.getByRole('dialog').filter({ hasText: time })
  await panel.waitFor()
  return panel
}

/** Presses a button of the open confirmation dialog. */
export async function pressInDialog(page: Page, button: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: button, exact: true }).click()
}

/** Selects a slot in the picker of a page, or of a part of a page, such as a khateeb's row. */
export async function selectSlot(within: Page | Locator, date = friday, time = '1:00 PM'): Promise<void> {
  const label = `${longDate(date)} · ${time}`
  const picker = within.getByRole('combobox', { name: 'Khutbah slot' })
  await picker.selectOption({ label })
  // Wait for the choice, because it is stored in the URL, which changes a moment later.
  const page = 'page' in within ? within.page() : within
  const slotId = await picker.inputValue()
  await expect.poll(() => page.url()).toContain(`=${slotId}`)
  expect(await picker.locator('option:checked').innerText()).toBe(label)
  // Wait, because the buttons of a list of khateebs ignore presses while the list loads for the slot.
  await expect.poll(() => within.locator('button[aria-busy=true]').count()).toBe(0)
}
