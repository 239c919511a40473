import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSiteInServerProcess } from '../runtime/browser.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { dayAndDate } from '../runtime/format-dates.ts'
import { buttonUrlOf, waitForLetterFile } from '../runtime/letter-files.ts'
import { friday } from '../runtime/slots.ts'
import { field, fill, logIn, press, waitForToast } from './forms.ts'
import { card } from './pages.ts'
import { row } from './sections.ts'
import { khateebFields, masjidFields } from './sign-up-fields.ts'

const dataDir = await newDataFolder()
const site = await openSiteInServerProcess({ DATA_DIR: dataDir })

/** Signs up with a form, and signs in. */
async function signUpAndLogIn(path: string, fields: Readonly<Record<string, string>>): Promise<Page> {
  const page = await site.open()
  await page.goto(path)
  await fill(page, fields)
  await press(page, 'Register')
  await page.waitForURL('**/login')
  const { Email: email = '' } = fields
  await expect.poll(() => field(page, 'Email').inputValue()).toBe(email)
  await logIn(page, { email })
  return page
}

test('a masjid and a khateeb sign up on the built server, fill a Friday, and get their letters', async () => {
  const [ofMasjid, ofKhateeb] = ['nur@minbar.example', 'yusuf@minbar.example']
  const masjid = await signUpAndLogIn('/masjid-signup', { ...masjidFields, Email: ofMasjid })
  await press(masjid, 'Add New Khutbah')
  await fill(masjid, { Date: friday, 'Time of khutbah 1': '13:00' })
  await press(masjid, 'Add Khutbah')
  await waitForToast(masjid, 'Khutbah added successfully!')

  const khateeb = await signUpAndLogIn('/khateeb-signup', { ...khateebFields, Email: ofKhateeb })
  await card(khateeb, 'Masjids Near You').getByRole('link', { name: 'Masjid an-Nur' }).click()
  await khateeb.getByRole('link', { name: dayAndDate(friday) }).click()
  await press(khateeb, 'Request to Lead')
  await card(khateeb, '1:00 PM').getByText('You requested it').waitFor()

  await waitForLetterFile(dataDir, 'request_received', ofMasjid)
  await masjid.reload()
  await row(masjid, 'Pending Requests', 'Yusuf Khan').getByRole('button', { name: 'Approve' }).click()
  await row(masjid, 'Upcoming Khutbahs', 'Yusuf Khan').getByText('Confirmed').waitFor()
  const { subject } = await waitForLetterFile(dataDir, 'request_approved', ofKhateeb)
  expect(subject).toContain('Masjid an-Nur')
  await khateeb.goto('/dashboard')
  await row(khateeb, 'Upcoming Khutbahs', dayAndDate(friday)).getByText('Masjid an-Nur').waitFor()

  await khateeb.goto(buttonUrlOf(await waitForLetterFile(dataDir, 'welcome', ofKhateeb)))
  await press(khateeb, 'Confirm email')
  await khateeb.getByText('Thank you. Your email is confirmed.').waitFor()
})
