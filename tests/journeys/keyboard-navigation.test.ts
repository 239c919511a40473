import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn as signInCall } from '../../contract/identity.ts'
import { openSite, withMotion } from '../runtime/browser.ts'
import { dayAndDate, longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../runtime/people.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
} from '../runtime/slots.ts'
import { field } from './forms.ts'
import { hasFocus, pressEnterOn, requireVisibleFocus, tabTo, typeInto, untilFocused } from './keyboard.ts'
import { card, openAs, untilHydrated } from './pages.ts'
import { dateRow, readAndCloseToast, row } from './sections.ts'

// With animations, as most people see the pages.
const site = withMotion(await openSite())
const masjid = await newMasjid(site.url)
const khateeb = await newKhateeb(site.url)

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

function heading(page: Page, name: string) {
  return page.getByRole('heading', { name, exact: true })
}

/** Signs in from the public home page, with the keyboard alone. */
async function signIn(page: Page, { email }: TestAccount): Promise<void> {
  await page.goto('/')
  await pressEnterOn(page, page.getByRole('main').getByRole('link', { name: 'Login', exact: true }))
  await typeInto(page, field(page, 'Email'), email)
  // The password is the next tab stop after the email.
  await page.keyboard.press('Tab')
  await requireVisibleFocus(page)
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^(Assalamu alaikum|Masjid)/ }).waitFor()
  expect(await readAndCloseToast(page)).toBe('Logged in successfully!')
}

/** Moves the focus to the season board, down to a row, and to the row's Remove Khateeb button. Returns the button. */
async function tabToRemoval(page: Page, line: Locator): Promise<Locator> {
  await tabTo(page, page.getByRole('grid'))
  for (let rows = 0; rows < 20 && !(await hasFocus(line)); rows += 1) await page.keyboard.press('ArrowDown')
  const remove = line.getByRole('button', { name: 'Remove Khateeb' })
  await tabTo(page, remove)
  return remove
}

/** Focuses the toast with Alt+T and closes it. */
async function closeToast(page: Page, words: string): Promise<void> {
  await page.locator('.Toastify__toast').getByText(words, { exact: true }).waitFor()
  await page.keyboard.press('Alt+T')
  const toasts = page.locator('.Toastify__toast')
  const count = await toasts.count()
  await pressEnterOn(page, button(page, 'Close notification').first())
  await expect.poll(() => toasts.count()).toBe(count - 1)
}

/** Expects an open dialog to trap the focus in both directions. */
async function expectFocusTrap(page: Page, dialog: 'dialog' | 'alertdialog'): Promise<void> {
  const window = page.getByRole(dialog)
  await untilFocused(window)
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < 16; step += 1) {
      await page.keyboard.press(key)
      await requireVisibleFocus(page)
      expect(await window.evaluate((it) => it.contains(document.activeElement))).toBe(true)
    }
  }
}

test('a masjid posts a Friday with two slots and invites a khateeb by keyboard alone', async () => {
  const page = await site.open()
  await signIn(page, masjid)
  const add = button(page, 'Add New Khutbah')
  await pressEnterOn(page, add)
  await expectFocusTrap(page, 'dialog')
  await page.keyboard.press('Escape')
  await untilFocused(add)

  await page.keyboard.press('Space')
  await untilFocused(page.getByRole('dialog'))
  await tabTo(page, field(page, 'Date'))
  const [year, month, dayOfMonth] = friday.split('-')
  await page.keyboard.type(`${month}${dayOfMonth}${year}`)
  await pressEnterOn(page, button(page, 'Add a khutbah'))
  await tabTo(page, field(page, 'Time of khutbah 1'))
  await page.keyboard.type('0100PM')
  await tabTo(page, field(page, 'Time of khutbah 2'))
  await page.keyboard.type('0230PM')
  await pressEnterOn(page, button(page, 'Add Khutbah'))
  await untilFocused(add)
  await closeToast(page, 'Khutbah added successfully!')
  await untilFocused(add)

  const nearby = row(page, 'Nearby Khateebs', khateeb.name)
  await tabTo(page, nearby.getByLabel('Khutbah slot'))
  await page.keyboard.press('ArrowDown')
  await pressEnterOn(page, nearby.getByRole('button', { name: 'Request This Khateeb' }))
  await closeToast(page, `Invite sent to ${khateeb.name} for ${longDate(friday)} at 1:00 PM`)
  await expect.poll(() => hasFocus(nearby.getByRole('heading', { name: khateeb.name }))).toBe(true)
})

test('a khateeb requests a slot and accepts an invite to another slot by keyboard alone', async () => {
  const slot = await postSlot(masjid, '10:00', fridayAfter(1))
  await postSlot(masjid, '12:00', fridayAfter(1))
  await inviteKhateeb(masjid, khateeb, slot)
  const page = await site.open()
  await signIn(page, khateeb)
  await pressEnterOn(page, row(page, 'Masjids Near You', masjid.name).getByRole('link'))
  await pressEnterOn(page, page.getByRole('link', { name: dayAndDate(fridayAfter(1)) }))
  await pressEnterOn(page, card(page, '12:00 PM').getByRole('button', { name: 'Request to Lead' }))
  await closeToast(page, 'Your request to lead the khutbah at 12:00 PM has been sent.')
  await untilFocused(heading(page, '12:00 PM'))
  await pressEnterOn(page, button(page, 'Go Back'), 'Shift+Tab')
  await untilFocused(page.getByRole('main'))

  await pressEnterOn(page, page.getByRole('link', { name: 'Dashboard', exact: true }), 'Shift+Tab')
  await pressEnterOn(page, page.getByRole('link', { name: 'for your answer' }))
  const invites = 'Pending Requests to Give Khutbah'
  const invite = row(page, invites, longDate(fridayAfter(1)))
  await pressEnterOn(page, invite.getByRole('button', { name: 'Accept' }))
  await closeToast(
    page,
    "Invite accepted! You've been assigned to that khutbah. Please refresh if your khutbahs did not update.",
  )
  await untilFocused(heading(page, invites))
  await pressEnterOn(page, button(page, 'Logout'), 'Shift+Tab')
  await page.waitForURL('**/login')
  await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true)
})

test('a masjid approves a request and removes the confirmed khateeb by keyboard alone', async () => {
  const slot = await postSlot(masjid, '13:00', fridayAfter(2))
  await requestSlot(khateeb, slot)
  const page = await openAs(site, masjid, '/masjid-landing')
  await pressEnterOn(page, page.getByRole('link', { name: 'for your answer' }))
  const request = row(page, 'Pending Requests', longDate(fridayAfter(2)))
  await pressEnterOn(page, request.getByRole('button', { name: 'Approve' }))
  await closeToast(page, 'Request approved successfully! Please refresh.')
  await untilFocused(heading(page, 'Pending Requests'))

  const day = dateRow(page, fridayAfter(2))
  const remove = await tabToRemoval(page, day)
  await page.keyboard.press('Enter')
  await expectFocusTrap(page, 'alertdialog')
  await page.keyboard.press('Escape')
  await untilFocused(remove)
  await page.keyboard.press('Enter')
  await pressEnterOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Remove Khateeb' }))
  await closeToast(page, 'Khateeb removed successfully.')
  await expect.poll(() => hasFocus(day.getByRole('button', { name: 'N/A' }))).toBe(true)
})

test('after a removal, closing the toast by keyboard moves the focus to the slot', async () => {
  const slot = await postSlot(masjid, '13:00', fridayAfter(3))
  await confirmKhateeb(masjid, khateeb, slot)
  const page = await openAs(site, masjid, '/masjid-landing')
  const day = dateRow(page, fridayAfter(3))
  await tabToRemoval(page, day)
  await page.keyboard.press('Enter')
  const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Remove Khateeb' })
  await tabTo(page, remove)
  // Presses Alt+T as soon as the toast appears: the dialog has closed, but the focus has not returned to the screen yet.
  await page.evaluate(() => {
    const altT = { key: 't', code: 'KeyT', altKey: true, bubbles: true }
    new MutationObserver((_, observer) => {
      if (document.querySelector('.Toastify__toast') === null) return
      observer.disconnect()
      document.dispatchEvent(new KeyboardEvent('keydown', altT))
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.keyboard.press('Enter')
  const close = button(page, 'Close notification')
  await day.getByText('N/A').waitFor()
  await pressEnterOn(page, close)
  await expect.poll(() => hasFocus(day.getByRole('button', { name: 'N/A' }))).toBe(true)
})

test('a member changes the password, signs out a device, and cancels deleting the account by keyboard alone', async () => {
  const member = await newKhateeb(site.url)
  const page = await openAs(site, member, '/about-me')
  await pressEnterOn(page, page.getByRole('link', { name: 'Account and Security' }))
  const change = button(page, 'Change password')
  await pressEnterOn(page, change)
  await expectFocusTrap(page, 'dialog')
  await typeInto(page, field(page, 'Current password'), password)
  await typeInto(page, field(page, 'New password'), 'lantern-over-water')
  await typeInto(page, field(page, 'Repeat password'), 'lantern-over-water')
  await page.keyboard.press('Enter')
  await untilFocused(change)
  await closeToast(page, 'Your password is changed. All your other devices are signed out.')
  await untilFocused(change)

  await member.client.call(signInCall, { email: member.email, password: 'lantern-over-water' })
  await page.reload()
  const device = row(page, 'Where you’re signed in', 'node')
  await pressEnterOn(page, device.getByRole('button', { name: 'Sign out' }))
  await pressEnterOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }))
  await closeToast(page, 'That device is signed out.')
  await untilFocused(heading(page, 'Where you’re signed in'))

  const leave = button(page, 'Delete my account')
  await pressEnterOn(page, leave)
  await expectFocusTrap(page, 'alertdialog')
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(leave)).toBe(true)
})

test('the first Tab focuses the skip link, which skips the navigation bar', async () => {
  const page = await site.open()
  await page.goto('/login')
  await field(page, 'Email').waitFor()
  await page.keyboard.press('Tab')
  expect(await requireVisibleFocus(page)).toBe('a Skip to content')
  await page.keyboard.press('Enter')
  await untilFocused(page.getByRole('main'))
  await page.keyboard.press('Tab')
  await untilFocused(field(page, 'Email'))
})

test('Enter opens the menu of a phone, Tab focuses its first link, and Escape closes it', async () => {
  const page = await site.open({ viewport: { width: 360, height: 740 } })
  await page.goto('/login')
  await untilHydrated(page)
  const menu = button(page, 'Menu')
  await pressEnterOn(page, menu)
  await page.keyboard.press('Tab')
  const first = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })
  await untilFocused(first)
  expect(await requireVisibleFocus(page)).toBe('a Login')
  await page.keyboard.press('Escape')
  await untilFocused(menu)
})
