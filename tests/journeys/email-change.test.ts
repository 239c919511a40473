import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getEmail } from '../../contract/account-email.ts'
import { cancelEmailChange, confirmEmail } from '../../contract/email-change.ts'
import { clientOf } from '../runtime/app.ts'
import { openSiteInServerProcess } from '../runtime/browser.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { requestEmailChange } from '../runtime/email-changes.ts'
import { buttonUrlOf, waitForLetterFile } from '../runtime/letter-files.ts'
import { leaveDocument } from '../runtime/page-pool.ts'
import { newKhateeb, password, type TestAccount } from '../runtime/people.ts'
import { errorAt, fill, logIn, press, waitForToast } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { gotoUntilQuiet, openAs } from './pages.ts'
import { openPageForProbes, screenProblems } from './probes/screen-problems.ts'
import { readAndCloseToast, waitForText } from './sections.ts'

const dataDir = await newDataFolder()
const site = await openSiteInServerProcess({ DATA_DIR: dataDir })

const emailOf = async ({ client }: TestAccount) => (await client.call(getEmail, {})).email

test('a letter to the new address confirms a change of email, and a letter to the old address can undo the change', async () => {
  const khateeb = await newKhateeb(site.url)
  const { email } = khateeb
  const newEmail = `new-${email}`
  const page = await openAs(site, khateeb, '/account')
  await press(page, 'Change email')
  await fill(page, { 'New email': email, 'Your password': password })
  await press(page, 'Send confirmation email')
  expect(await readAndCloseToast(page)).toBe('Failed to change your email.')
  await expect.poll(() => errorAt(page, 'New email')).toBe('This is your email address already.')
  const { email: taken } = await newKhateeb(site.url)
  await fill(page, { 'New email': taken })
  await press(page, 'Send confirmation email')
  await expect.poll(() => errorAt(page, 'New email')).toBe('Another account has this email.')
  await fill(page, { 'New email': newEmail })
  await press(page, 'Send confirmation email')
  await waitForToast(page, `We sent an email to ${newEmail}. Follow its link to change your address.`)
  await waitForText(page, 'Email', 'Your new email is not confirmed yet')

  const elsewhere = await site.open()
  const confirmLink = buttonUrlOf(await waitForLetterFile(dataDir, 'confirm_email', newEmail))
  await elsewhere.goto(confirmLink)
  await elsewhere.getByRole('button', { name: 'Use this address' }).waitFor()
  expect(await emailOf(khateeb)).toBe(email)
  await press(elsewhere, 'Use this address')
  await elsewhere.getByText('Your email is changed.').waitFor()
  expect(await emailOf(khateeb)).toBe(newEmail)
  await page.reload()
  await page.getByRole('region', { name: 'Email', exact: true }).getByText(newEmail).waitFor()
  await waitForText(page, 'Email', 'Confirmed')

  const undoLink = buttonUrlOf(await waitForLetterFile(dataDir, 'email_changed', email))
  await elsewhere.goto(undoLink)
  await elsewhere.getByRole('button', { name: 'Restore my old address' }).waitFor()
  expect(await emailOf(khateeb)).toBe(newEmail)
  await press(elsewhere, 'Restore my old address')
  await elsewhere.getByText('Your account uses this address again.').waitFor()
  await page.goto('/account')
  await page.waitForURL('**/login?next=%2Faccount')

  await elsewhere.goto(buttonUrlOf(await waitForLetterFile(dataDir, 'email_restored', email)))
  await fill(elsewhere, { Password: 'lantern-over-water', 'Repeat password': 'lantern-over-water' })
  await press(elsewhere, 'Save password')
  await elsewhere.waitForURL('**/login')
  await logIn(elsewhere, khateeb, 'lantern-over-water')
  await elsewhere.waitForURL('**/dashboard')

  for (const [link, button, otherwise] of [
    [confirmLink, 'Use this address', 'request the change again under “Account and Security”.'],
    [undoLink, 'Restore my old address', 'You can undo the change only once, within a week.'],
  ] as const) {
    await leaveDocument(elsewhere)
    await elsewhere.goto(link)
    await press(elsewhere, button)
    await elsewhere.getByText('This link was already used or is too old.').waitFor()
    await elsewhere.getByText(otherwise).waitFor()
  }
})

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Requests a change of a new khateeb's email, and opens the account screen. */
async function openPendingChange() {
  const khateeb = await newKhateeb(site.url)
  const newEmail = `new-${khateeb.email}`
  await requestEmailChange(khateeb, newEmail)
  const page = await openPageForProbes(site, khateeb)
  await gotoUntilQuiet(page, '/account')
  return { khateeb, newEmail, page }
}

test('a pending change of email can be canceled by keyboard, and then its link no longer works', async () => {
  const { khateeb, newEmail, page } = await openPendingChange()
  expect(await screenProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel this change' }).focus()
  await page.keyboard.press('Enter')
  await waitForToast(page, 'Your email stays the same.')
  await expect.poll(() => page.getByText('Your new email is not confirmed yet').count()).toBe(0)
  await expect.poll(() => focusedText(page)).toBe('Email')
  await page.keyboard.press('Tab')
  expect(await focusedText(page)).toMatch(/^Send Email Again/u)

  const elsewhere = await site.open()
  await elsewhere.goto(buttonUrlOf(await waitForLetterFile(dataDir, 'confirm_email', newEmail)))
  await press(elsewhere, 'Use this address')
  await elsewhere.getByText('This link was already used or is too old.').waitFor()
  expect(await emailOf(khateeb)).toBe(khateeb.email)
})

test('a change of email that is confirmed before it can be canceled is shown as confirmed', async () => {
  const { newEmail, page } = await openPendingChange()
  const cancellation = await holdRequests(page, `**${cancelEmailChange.path}`)
  await press(page, 'Cancel this change')
  await expect.poll(cancellation.count).toBe(1)
  const { hash } = new URL(buttonUrlOf(await waitForLetterFile(dataDir, 'confirm_email', newEmail)))
  await clientOf(site.url).call(confirmEmail, { token: hash.slice('#token='.length) })
  cancellation.release()
  await waitForToast(page, 'There was no change to cancel.')
  await waitForText(page, 'Email', newEmail)
  await waitForText(page, 'Email', 'Confirmed')
})
