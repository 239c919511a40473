import { expect, test } from 'vitest'
import { getEmail } from '../../contract/account-email.ts'
import { openSiteInServerProcess } from '../runtime/browser.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { buttonUrlOf, waitForLetterFile } from '../runtime/letter-files.ts'
import { leaveDocument } from '../runtime/page-pool.ts'
import { newKhateeb, password, type TestAccount } from '../runtime/people.ts'
import { errorAt, fill, logIn, press, waitForToast } from './forms.ts'
import { openAs } from './pages.ts'
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
