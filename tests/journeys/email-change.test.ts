import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { getEmail, verifyEmail } from '../../contract/email.ts'
import { requestKhateeb, requestToLead } from '../../contract/proposals.ts'
import { openServerSite } from '../runtime/browser.ts'
import { buttonUrlOf, waitForLetterFile } from '../runtime/letter-files.ts'
import { newKhateeb, newMasjid, type Person, password } from '../runtime/people.ts'
import { postSlot } from '../runtime/slots.ts'
import { errorAt, fill, press, waitForToast } from './forms.ts'
import { openAs } from './pages.ts'
import { nextToast, row, waitForText } from './sections.ts'

let khateeb: Person
let page: Page

const dataDir = await mkdtemp(join(tmpdir(), 'minbar-letters-'))
const site = await openServerSite({ DATA_DIR: dataDir })
afterAll(async () => {
  await site.close()
  await rm(dataDir, { recursive: true })
})
beforeEach(async () => {
  khateeb = await newKhateeb(site.url)
  page = await openAs(site, khateeb)
})

async function confirmEmail({ email, client }: Person): Promise<void> {
  const { hash } = new URL(buttonUrlOf(await waitForLetterFile(dataDir, 'welcome', email)))
  await client.call(verifyEmail, { token: hash.slice('#token='.length) })
}

/** Counts the unverified marks of an account in a section of a screen. */
async function countUnverified(at: Page, screen: string, section: string, name: string): Promise<number> {
  await at.goto(screen)
  await row(at, section, name).waitFor()
  return row(at, section, name).getByText('Unverified e-mail').count()
}

const addressOf = async ({ client }: Person) => (await client.call(getEmail, {})).email

test('a letter to the new address confirms a change of e-mail, and a letter to the old one undoes it', async () => {
  const { email } = khateeb
  const newEmail = `new-${email}`
  await page.goto('/account')
  await press(page, 'Change e-mail')
  await fill(page, { 'New e-mail': email, 'Your password': password })
  await press(page, 'Send confirmation e-mail')
  expect(await nextToast(page)).toBe('Failed to change your e-mail.')
  await expect.poll(() => errorAt(page, 'New e-mail')).toBe('This is your e-mail address already.')
  const { email: taken } = await newKhateeb(site.url)
  await fill(page, { 'New e-mail': taken })
  await press(page, 'Send confirmation e-mail')
  await expect.poll(() => errorAt(page, 'New e-mail')).toBe('Another account has this e-mail.')
  await fill(page, { 'New e-mail': newEmail })
  await press(page, 'Send confirmation e-mail')
  await waitForToast(page, `We sent an e-mail to ${newEmail}. Follow its link to change your address.`)
  await waitForText(page, 'E-mail', 'Your new e-mail is not confirmed yet')

  const elsewhere = await site.open()
  const confirmLink = buttonUrlOf(await waitForLetterFile(dataDir, 'confirm_email', newEmail))
  await elsewhere.goto(confirmLink)
  await elsewhere.getByRole('button', { name: 'Use this address' }).waitFor()
  expect(await addressOf(khateeb)).toBe(email)
  await press(elsewhere, 'Use this address')
  await elsewhere.getByText('Your e-mail is changed.').waitFor()
  expect(await addressOf(khateeb)).toBe(newEmail)
  await page.reload()
  await page.getByRole('region', { name: 'E-mail', exact: true }).getByText(newEmail).waitFor()
  await waitForText(page, 'E-mail', 'Confirmed')

  const undoLink = buttonUrlOf(await waitForLetterFile(dataDir, 'email_changed', email))
  await elsewhere.goto(undoLink)
  await elsewhere.getByRole('button', { name: 'Restore my old address' }).waitFor()
  expect(await addressOf(khateeb)).toBe(newEmail)
  await press(elsewhere, 'Restore my old address')
  await elsewhere.getByText('Your account has this address again.').waitFor()
  await page.goto('/account')
  await page.waitForURL('**/login?next=%2Faccount')

  await elsewhere.goto(buttonUrlOf(await waitForLetterFile(dataDir, 'email_restored', email)))
  await fill(elsewhere, { Password: 'lantern-over-water', 'Repeat password': 'lantern-over-water' })
  await press(elsewhere, 'Save password')
  await elsewhere.waitForURL('**/login')
  await fill(elsewhere, { 'E-mail': email, Password: 'lantern-over-water' })
  await press(elsewhere, 'Login')
  await elsewhere.waitForURL('**/dashboard')

  for (const [link, button, otherwise] of [
    [confirmLink, 'Use this address', 'change it again under “Account and security”.'],
    [undoLink, 'Restore my old address', 'You can undo the change only once, within a week.'],
  ] as const) {
    await elsewhere.goto('about:blank')
    await elsewhere.goto(link)
    await press(elsewhere, button)
    await elsewhere.getByText('This link was already used or is too old.').waitFor()
    await elsewhere.getByText(otherwise).waitFor()
  }
})

describe('an unverified e-mail', () => {
  test('shows a reminder without a layout shift, from which the letter can be sent again', async () => {
    await page.goto('/dashboard')
    const home = page.getByRole('main')
    await home.getByText('Please confirm your e-mail').waitFor()
    const moved = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({
            type: 'layout-shift',
            buffered: true,
          })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
        }),
    )
    expect(moved).toBe(0)
    await page.route('**/identity/send_verification', (route) => route.abort())
    await press(page, 'Send the confirmation e-mail again')
    expect(await nextToast(page)).toBe(
      'Failed to send the e-mail.\nNetwork error. Please check your connection.',
    )
    await page.unrouteAll()
    await press(page, 'Send the confirmation e-mail again')
    await waitForToast(page, `We have sent the e-mail to ${khateeb.email}.`)

    const elsewhere = await site.open()
    await elsewhere.goto(buttonUrlOf(await waitForLetterFile(dataDir, 'verify_email', khateeb.email)))
    await press(elsewhere, 'Confirm e-mail')
    await elsewhere.getByText('Thank you. Your e-mail is confirmed.').waitFor()
    await press(page, 'Send the confirmation e-mail again')
    await waitForToast(page, 'Your e-mail is confirmed already.')
    await expect.poll(() => home.getByText('Please confirm your e-mail').count()).toBe(0)
  })

  test('is marked for the other side of a proposal', async () => {
    const masjid = await newMasjid(site.url)
    const [requested, invited] = [await postSlot(masjid, '13:00'), await postSlot(masjid, '15:00')]
    await khateeb.client.call(requestToLead, { khateebId: 'me', ...requested })
    await masjid.client.call(requestKhateeb, { khateebUid: khateeb.uid, ...invited })
    const masjidPage = await openAs(site, masjid)
    const marks = async () => ({
      ofKhateeb: [
        await countUnverified(masjidPage, '/masjid-landing', 'Pending Requests', khateeb.name),
        await countUnverified(masjidPage, '/masjid-landing', 'Sent Requests', khateeb.name),
      ],
      ofMasjid: [
        await countUnverified(page, '/dashboard', 'Pending Requests to Give Khutbah', masjid.name),
        await countUnverified(page, '/dashboard', 'Sent Requests to Masjids', masjid.name),
      ],
    })
    await confirmEmail(masjid)
    expect(await marks()).toEqual({ ofKhateeb: [1, 1], ofMasjid: [0, 0] })
    await confirmEmail(khateeb)
    expect(await marks()).toEqual({ ofKhateeb: [0, 0], ofMasjid: [0, 0] })
  })
})
