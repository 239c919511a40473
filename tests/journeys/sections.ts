import type { Locator, Page } from 'playwright-core'

/** A part of a screen by the name of its heading. */
function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

/** A row of a section, by what it says. */
export function row(page: Page, sectionName: string, text: string | RegExp): Locator {
  return section(page, sectionName).getByRole('listitem').filter({ hasText: text })
}

/** Has the toasts that are there stay, however long it takes to look at them. */
export async function pauseToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const it of document.getAnimations()) {
      if (it instanceof CSSAnimation && it.animationName === 'toast-time') it.pause()
    }
  })
}

/** What the next toast says, with the reason, where it tells one, on a line of its own. It is closed, so that the next is the one after it. */
export async function nextToast(page: Page): Promise<string> {
  const next = page.locator('.Toastify__toast').first()
  const text = await next.innerText()
  await pauseToasts(page)
  await next.getByRole('button', { name: 'Close notification' }).click()
  await next.waitFor({ state: 'detached' })
  return text.trim().replaceAll(/\n+/g, '\n')
}

/** Waits until a section says this. */
export async function waitForText(page: Page, sectionName: string, text: string): Promise<void> {
  await section(page, sectionName).getByText(text, { exact: true }).waitFor()
}

/** The slot of a masjid's landing screen at a time, in words. */
export function postedSlot(page: Page, time: string): Locator {
  return row(page, 'Upcoming Khutbahs', time)
}

/** Answers the question that an action asks first. */
export async function pressInDialog(page: Page, button: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: button, exact: true }).click()
}
