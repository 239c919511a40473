import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite, withMotion } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { friday, fridayAfter, inviteKhateeb, postSlot, requestSlot } from '../runtime/slots.ts'
import { fill, logIn, press, waitForToast } from './forms.ts'
import { card, openAs } from './pages.ts'
import { pressInDialog, row, selectSlot, slotCell } from './sections.ts'

// With animations, as most people see the pages.
const site = withMotion(await openSite())

const toastsOf = (page: Page) => page.locator('.Toastify__toast')

/** Waits for a toast with this text. Returns the number of shown toasts. */
async function countToastsOnceShown(page: Page, words: string): Promise<number> {
  await waitForToast(page, words)
  return toastsOf(page).count()
}

/** Presses a button with Enter, because a toast may cover it. */
async function pressByKey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).press('Enter')
}

test('revoking a request replaces its “sent” toast', async () => {
  const masjid = await newMasjid(site.url)
  await postSlot(masjid)
  const page = await openAs(site, await newKhateeb(site.url), `/khutbah/${friday}?masjid=${masjid.uid}`)
  await press(page, 'Request to Lead')
  await waitForToast(page, 'Your request to lead the khutbah at 1:00 PM has been sent.')
  await pressByKey(page, 'Revoke')
  expect(await countToastsOnceShown(page, 'Request revoked successfully.')).toBe(1)
})

test('revoking an invite replaces its “sent” toast, and keeps the toast about the invite to another khateeb', async () => {
  const masjid = await newMasjid(site.url)
  await postSlot(masjid)
  const [one, other] = [
    await newKhateeb(site.url, { lastName: 'Superseded One' }),
    await newKhateeb(site.url, { lastName: 'Superseded Other' }),
  ]
  const page = await openAs(site, masjid, '/nearby-khateebs?q=Superseded')
  await selectSlot(page)
  for (const { name } of [one, other]) {
    await card(page, name).getByRole('button', { name: 'Request This Khateeb' }).press('Enter')
    await card(page, name).getByRole('button', { name: 'Revoke' }).waitFor()
  }
  await card(page, one.name).getByRole('button', { name: 'Revoke' }).press('Enter')
  await waitForToast(page, 'Invite revoked.')
  const texts = await toastsOf(page).allInnerTexts()
  expect(texts.map((it) => it.split(' for ')[0])).toEqual([`Invite sent to ${other.name}`, 'Invite revoked.'])
})

test('an approval replaces the “sent” toasts of the invites that it closes, and a removal replaces the approval’s toast', async () => {
  // The landing screen shows only the two closest khateebs, so these accounts are far from all others.
  const zipCode = '60601'
  const masjid = await newMasjid(site.url, { zipCode })
  const slot = await postSlot(masjid)
  const [asking, invited] = [
    await newKhateeb(site.url, { zipCode, lastName: 'Asking' }),
    await newKhateeb(site.url, { zipCode, lastName: 'Invited' }),
  ]
  await requestSlot(asking, slot)
  const page = await openAs(site, masjid, '/masjid-landing')
  const invite = row(page, 'Nearby Khateebs', invited.name)
  await selectSlot(invite)
  await invite.getByRole('button', { name: 'Request This Khateeb' }).press('Enter')
  await row(page, 'Sent Requests', invited.name).waitFor()
  await row(page, 'Pending Requests', asking.name).getByRole('button', { name: 'Approve' }).press('Enter')
  expect(await countToastsOnceShown(page, 'Request approved successfully! Please refresh.')).toBe(1)

  await slotCell(page, '1:00 PM').getByRole('button', { name: 'Remove Khateeb' }).press('Enter')
  await pressInDialog(page, 'Remove Khateeb')
  expect(await countToastsOnceShown(page, 'Khateeb removed successfully.')).toBe(1)
})

test('after two accepted invites, only the toast of the second is shown', async () => {
  const masjid = await newMasjid(site.url)
  const khateeb = await newKhateeb(site.url)
  // Accepting the first invite also closes a request for the same hour. The toast of the acceptance names the closed request.
  await requestSlot(khateeb, await postSlot(await newMasjid(site.url), '13:00'))
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '13:00'))
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', fridayAfter(1)))
  const page = await openAs(site, khateeb, '/dashboard')
  const accept = page.getByRole('button', { name: 'Accept' })
  await accept.first().press('Enter')
  await expect.poll(() => accept.count()).toBe(1)
  // The button ignores presses for a moment, because its row has moved.
  await expect.poll(() => accept.getAttribute('aria-busy')).toBe(null)
  await accept.press('Enter')
  await expect.poll(() => accept.count()).toBe(0)
  expect(await toastsOf(page).count()).toBe(1)
  expect(await page.getByText('Also closed:').count()).toBe(0)
})

test('all toasts close when the member logs out', async () => {
  const page = await site.open()
  await page.goto('/login')
  await logIn(page, await newKhateeb(site.url))
  await page.waitForURL('**/dashboard')
  await pressByKey(page, 'Logout')
  await page.waitForURL('**/login')
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
  await expect.poll(() => toastsOf(page).count()).toBe(0)
})

test('the login screen shows only the toast of the latest attempt', async () => {
  const page = await site.open()
  await page.goto('/login')
  await press(page, 'Forgot password?')
  await waitForToast(page, 'Please enter your email address first.')
  await pressByKey(page, 'Login')
  expect(await countToastsOnceShown(page, 'Email is required.')).toBe(1)
  await fill(page, { Email: 'nobody@minbar.example', Password: 'not-the-password' })
  await pressByKey(page, 'Login')
  expect(
    await countToastsOnceShown(page, 'Failed to sign in. Please check your credentials and try again.'),
  ).toBe(1)
  await pressByKey(page, 'Forgot password?')
  expect(await countToastsOnceShown(page, 'Password reset email sent! Check your inbox.')).toBe(1)
})

test('the toast of a field’s error closes when the field is corrected', async () => {
  const page = await openAs(site, await newKhateeb(site.url), '/about-me')
  await fill(page, { 'ZIP code': '00000' })
  await waitForToast(page, 'Please use a valid US address')
  await fill(page, { 'ZIP code': '10001' })
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('New York')
  await expect.poll(() => toastsOf(page).count()).toBe(0)

  await fill(page, { 'First name': '' })
  await pressByKey(page, 'Save')
  await waitForToast(page, 'First name is required.')
  await fill(page, { 'First name': 'Bilal' })
  await expect.poll(() => toastsOf(page).count()).toBe(0)
})

test('choosing a slot closes the toast that asks to choose a slot', async () => {
  const masjid = await newMasjid(site.url)
  await postSlot(masjid)
  const khateeb = await newKhateeb(site.url)
  const page = await openAs(site, masjid, `/khateeb-details/${khateeb.uid}`)
  await press(page, 'Request This Khateeb')
  await waitForToast(page, 'Please select a khutbah slot first.')
  await selectSlot(page)
  await expect.poll(() => toastsOf(page).count()).toBe(0)
})
