import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { paths, withToken } from '../../contract/screen-paths.ts'
import { openSite } from '../runtime/browser.ts'
import { tokenInLetter } from '../runtime/email-changes.ts'
import { newKhateeb, password } from '../runtime/people.ts'
import { codeOf } from '../runtime/second-factors.ts'
import { newMember, newOwner, teamSeenBy } from '../runtime/team.ts'
import { field } from './forms.ts'
import { pressEnterOn, tabTo, typeInto, untilFocused } from './keyboard.ts'
import { openAs, untilHydrated } from './pages.ts'
import { readAndCloseToast, row } from './sections.ts'

const site = await openSite()
const app = { baseUrl: site.url, database: site.database }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const waitForTitle = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

/** Opens a screen, and waits until it handles keys. */
async function gotoUntilHydrated(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path)
  await waitForTitle(page, heading)
  await untilHydrated(page)
}

test('an owner invites, promotes and removes members with the keyboard alone', async () => {
  const owner = await newOwner(app)
  await newMember(app, owner, 'scheduler', 'Bilal Rahman')
  const page = await openAs(site, owner)
  await gotoUntilHydrated(page, paths.members, 'Members')

  const email = `invited-${randomUUID()}@minbar.example`
  await pressEnterOn(page, button(page, 'Invite a Member'))
  const dialog = page.getByRole('dialog')
  await untilFocused(dialog)
  await typeInto(page, field(page, 'Their email'), email)
  await tabTo(page, dialog.getByLabel('Role', { exact: true }))
  await page.keyboard.press('ArrowDown')
  await typeInto(page, field(page, 'Your password'), password)
  await page.keyboard.press('Enter')
  expect(await readAndCloseToast(page)).toBe(`We sent an invitation to ${email}.`)
  await untilFocused(button(page, 'Invite a Member'))
  await row(page, 'Pending Invitations', email).getByText('Viewer').waitFor()

  const bilal = row(page, 'Members', 'Bilal Rahman')
  await pressEnterOn(page, bilal.getByRole('button', { name: 'Change Role' }))
  await untilFocused(dialog)
  await tabTo(page, dialog.getByLabel('Role', { exact: true }))
  await page.keyboard.press('ArrowUp')
  await typeInto(page, field(page, 'Your password'), password)
  await page.keyboard.press('Enter')
  expect(await readAndCloseToast(page)).toBe('The role of Bilal Rahman is now: Owner.')
  await untilFocused(bilal.getByRole('button', { name: 'Change Role' }))

  await pressEnterOn(page, bilal.getByRole('button', { name: 'Remove' }))
  await untilFocused(page.getByRole('dialog').or(page.getByRole('alertdialog')))
  await page.keyboard.press('Escape')
  await untilFocused(bilal.getByRole('button', { name: 'Remove' }))
  expect(await teamSeenBy(owner)).toContain('owner Bilal Rahman')
  await page.keyboard.press('Enter')
  await typeInto(page, field(page, 'Your password'), password)
  await page.keyboard.press('Enter')
  expect(await readAndCloseToast(page)).toBe('Bilal Rahman is no longer a member.')
  expect(await teamSeenBy(owner)).toEqual([`owner ${owner.email}`])

  const invited = await site.open()
  await gotoUntilHydrated(
    invited,
    withToken(paths.acceptInvitation, await tokenInLetter(app, email, 'member_invited')),
    'Invitation',
  )
  await typeInto(invited, field(invited, 'Your name'), 'Aisha Rahman')
  await typeInto(invited, field(invited, 'Password'), password)
  await typeInto(invited, field(invited, 'Repeat password'), password)
  await invited.keyboard.press('Enter')
  await waitForTitle(invited, owner.name)
  expect(await teamSeenBy(owner)).toContain('viewer Aisha Rahman')
})

test('a khateeb adds a masjid, and switches between the two accounts with the keyboard alone', async () => {
  const khateeb = await newKhateeb(site.url)
  const page = await openAs(site, khateeb)
  await gotoUntilHydrated(page, '/account', 'Account')
  await pressEnterOn(page, button(page, 'Add a masjid'))
  await typeInto(page, field(page, 'Masjid name'), 'Masjid an-Nur')
  await typeInto(page, field(page, 'Masjid address'), '2 Oak Avenue')
  await typeInto(page, field(page, 'ZIP code'), '48126')
  await typeInto(page, field(page, 'Phone'), '3135550144')
  await page.keyboard.press('Enter')
  await waitForTitle(page, 'Masjid an-Nur')

  await pressEnterOn(page, page.getByRole('button', { name: 'Masjid an-Nur' }))
  await pressEnterOn(page, page.locator('[popover]').getByRole('link', { name: khateeb.name }))
  await waitForTitle(page, new RegExp(khateeb.name, 'u'))
  expect(new URL(page.url()).searchParams.get('as')).toBe(khateeb.uid)
})

test('a member changes the delivery of news and adds an authenticator app with the keyboard alone', async () => {
  const khateeb = await newKhateeb(site.url)
  const page = await openAs(site, khateeb)
  await gotoUntilHydrated(page, '/account', 'Account')
  await pressEnterOn(page, button(page, 'News settings'))
  await untilFocused(page.getByRole('dialog'))
  await tabTo(page, field(page, 'As it happens'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await readAndCloseToast(page)).toBe('Your choice is saved.')
  await untilFocused(button(page, 'News settings'))

  await pressEnterOn(page, button(page, 'Set up an app'))
  await untilFocused(page.getByRole('dialog'))
  await typeInto(page, field(page, 'Your password'), password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Scan this code with your app' }).waitFor()
  const key = await page.getByRole('dialog').locator('bdi').innerText()
  await typeInto(page, field(page, 'Code that the app shows'), codeOf(key.replaceAll(' ', '')))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  // Close the toast, because it may cover the button.
  expect(await readAndCloseToast(page)).toBe(
    'Your authenticator app is set up. We’ll ask for its code when you sign in.',
  )
  await pressEnterOn(page, button(page, 'I have saved them'))
  await untilFocused(button(page, 'Replace the app'))
})
