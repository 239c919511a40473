import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { getUser } from '../../contract/own-records.ts'
import { openSite, withMotion } from '../runtime/browser.ts'
import { longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
  type Slot,
} from '../runtime/slots.ts'
import { field, fill, press, waitForToast } from './forms.ts'
import { hasFocus, untilFocused } from './keyboard.ts'
import { card, openAs } from './pages.ts'
import { pressInDialog, readAndCloseToast, row, selectSlot } from './sections.ts'
import { endSessions, signInAgain, signInAgainDialog, submitPassword } from './sign-in-again.ts'

let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot
let page: Page

const site = withMotion(await openSite())

beforeEach(async () => {
  masjid = await newMasjid(site.url)
  khateeb = await newKhateeb(site.url)
  slot = await postSlot(masjid)
})

const invite = () => inviteKhateeb(masjid, khateeb, slot)
const request = () => requestSlot(khateeb, slot)
const confirm = () => confirmKhateeb(masjid, khateeb, slot)
const khutbahPath = () => `/khutbah/${friday}?masjid=${masjid.uid}`

describe('signing in again after the session ended', () => {
  test.each([
    [
      'the acceptance of an invite',
      'khateeb',
      invite,
      'Accept',
      "Invite accepted! You've been assigned to that khutbah.",
    ],
    ['the revocation of a request', 'khateeb', request, 'Revoke', 'Request revoked successfully.'],
    ['the approval of a request', 'masjid', request, 'Approve', 'Request approved successfully!'],
  ])('completes %s', async (_, role, prepare, button, text) => {
    await prepare()
    const who = role === 'masjid' ? masjid : khateeb
    page = await openAs(site, who, role === 'masjid' ? '/masjid-landing' : '/dashboard')
    await page.getByRole('button', { name: button, exact: true }).waitFor()
    await endSessions(who)
    await press(page, button)
    await signInAgain(page)
    expect(await readAndCloseToast(page)).toContain(text)
    await page.context().close()
  })

  test('completes a khateeb’s request, and moves the focus to the slot’s heading', async () => {
    page = await openAs(site, khateeb, khutbahPath())
    await page.getByRole('button', { name: 'Request to Lead' }).waitFor()
    await endSessions(khateeb)
    await press(page, 'Request to Lead')
    await signInAgain(page)
    await waitForToast(page, 'Your request to lead the khutbah at 1:00 PM has been sent.')
    await expect.poll(() => hasFocus(page.getByRole('heading', { name: '1:00 PM' }))).toBe(true)
  })

  test('sends an invite for the selected slot', async () => {
    page = await openAs(site, masjid, `/nearby-khateebs?q=${khateeb.name.split(' ').at(-1)}`)
    // Wait for the list of khateebs for the slot. Otherwise the call for the list would also fail because of the ended session.
    const listed = page.waitForResponse(
      (response) => response.url().includes('/get_khateebs?') && response.url().includes('slotIds='),
    )
    await selectSlot(page)
    await (await listed).finished()
    await endSessions(masjid)
    await card(page, khateeb.name).getByRole('button', { name: 'Request This Khateeb' }).click()
    await signInAgain(page)
    expect(await readAndCloseToast(page)).toBe(
      `Invite sent to ${khateeb.name} for ${longDate(friday)} at 1:00 PM`,
    )
  })

  test('completes a removal that was already confirmed', async () => {
    await confirm()
    page = await openAs(site, masjid, '/masjid-landing')
    await press(page, 'Remove Khateeb')
    await page.getByRole('alertdialog').waitFor()
    await endSessions(masjid)
    await pressInDialog(page, 'Remove Khateeb')
    await signInAgain(page)
    expect(await readAndCloseToast(page)).toBe('Khateeb removed successfully.')
  })
})

/** Submits a new khutbah with two times after the session has ended. */
async function addKhutbahWithoutSession(): Promise<void> {
  page = await openAs(site, masjid, '/masjid-landing')
  await press(page, 'Add New Khutbah')
  await press(page, 'Add a khutbah')
  await fill(page, {
    Date: fridayAfter(1),
    'Time of khutbah 1': '10:15',
    'Time of khutbah 2': '11:45',
  })
  await endSessions(masjid)
  await press(page, 'Add Khutbah')
}

/** Expects that the new khutbah has been added, with both times. */
async function expectKhutbah(): Promise<void> {
  expect(await readAndCloseToast(page)).toBe('Khutbah added successfully!')
  for (const time of ['10:15 AM', '11:45 AM']) await row(page, 'Upcoming Khutbahs', time).waitFor()
}

/** Submits a withdrawal with its reason after the session has ended. */
async function withdrawWithoutSession(): Promise<void> {
  await confirm()
  page = await openAs(site, khateeb, '/dashboard')
  await press(page, 'Withdraw')
  await page.getByLabel('Reason').fill('My flight was cancelled.')
  await endSessions(khateeb)
  await pressInDialog(page, 'Withdraw')
}

describe('if a member submits typed text after the session has ended, signing in again', () => {
  test('saves the typed text of a khateeb’s profile', async () => {
    page = await openAs(site, khateeb, '/about-me')
    await fill(page, { Bio: 'A long story', 'ZIP code': '10001' })
    await endSessions(khateeb)
    await press(page, 'Save')
    expect(await signInAgainDialog(page).getByLabel('Email').inputValue()).toBe(khateeb.email)
    await submitPassword(page, 'not the password')
    expect(await readAndCloseToast(page)).toBe(
      'Failed to sign in. Please check your credentials and try again.\n' +
        'If you just changed your password, use the new one.',
    )
    await signInAgain(page)
    expect(await readAndCloseToast(page)).toBe('Profile updated successfully!')
    await expect.poll(() => field(page, 'Bio').inputValue()).toBe('A long story')
    await untilFocused(page.getByRole('button', { name: 'Save', exact: true }))
    const record = await khateeb.client.call(getUser, { uid: 'me' })
    expect(record).toMatchObject({ bio: 'A long story', zipCode: '10001' })
  })

  test('saves the typed text of a masjid’s profile', async () => {
    page = await openAs(site, masjid, '/about-me')
    await fill(page, { 'Masjid address': '7 Mulberry Lane' })
    await endSessions(masjid)
    await press(page, 'Save')
    await signInAgain(page)
    expect(await readAndCloseToast(page)).toBe('Profile updated successfully!')
    await expect.poll(() => field(page, 'Masjid address').inputValue()).toBe('7 Mulberry Lane')
  })

  test('saves a new khutbah', async () => {
    await addKhutbahWithoutSession()
    await signInAgainDialog(page).waitFor()
    expect(await field(page, 'Time of khutbah 2').inputValue()).toBe('11:45')
    await signInAgain(page)
    await expectKhutbah()
  })

  test('completes a withdrawal with a typed reason', async () => {
    await withdrawWithoutSession()
    await signInAgain(page)
    expect(await readAndCloseToast(page)).toBe('You have withdrawn from that khutbah.')
  })
})

test('a screen opened after the session ended loads its data after signing in again', async () => {
  page = await openAs(site, khateeb, '/dashboard')
  await page
    .getByRole('link', { name: /Masjids/ })
    .first()
    .waitFor()
  await endSessions(khateeb)
  await page.getByRole('link', { name: /^(See More Masjids Nearby|Explore Other Masjids)$/ }).click()
  await signInAgain(page)
  const found = page.getByRole('list', { name: 'Nearby Masjids' })
  await expect.poll(() => found.isVisible()).toBe(true)
})

/** Cancels the sign-in dialog, expects the error, repeats the action, and then signs in again. */
async function cancelThenSignIn(error: string, repeat: () => Promise<void>): Promise<void> {
  await signInAgainDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await signInAgainDialog(page).waitFor({ state: 'detached' })
  expect(await readAndCloseToast(page)).toBe(`${error}\nYour session has ended.`)
  await repeat()
  await signInAgain(page)
}

describe('canceling the sign-in dialog after the session ended', () => {
  test('keeps the typed text of a profile', async () => {
    page = await openAs(site, khateeb, '/about-me')
    await fill(page, { Bio: 'Half a sent' })
    await endSessions(khateeb)
    await press(page, 'Save')
    await cancelThenSignIn('Failed to update profile.', () => press(page, 'Save'))
    expect(await readAndCloseToast(page)).toBe('Profile updated successfully!')
    await expect.poll(() => field(page, 'Bio').inputValue()).toBe('Half a sent')
  })

  test('keeps a new khutbah', async () => {
    await addKhutbahWithoutSession()
    await cancelThenSignIn('Failed to add Khutbah.', async () => {
      expect(await field(page, 'Time of khutbah 2').inputValue()).toBe('11:45')
      await press(page, 'Add Khutbah')
    })
    await expectKhutbah()
  })

  test('keeps the reason of a withdrawal', async () => {
    await withdrawWithoutSession()
    await cancelThenSignIn('Failed to withdraw.', async () => {
      expect(await page.getByLabel('Reason').inputValue()).toBe('My flight was cancelled.')
      await pressInDialog(page, 'Withdraw')
    })
    expect(await readAndCloseToast(page)).toBe('You have withdrawn from that khutbah.')
  })
})
