import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { withActingParty } from '../../contract/acting-party.ts'
import { acceptInvitation } from '../../contract/invitation-links.ts'
import { checkForChanges } from '../../contract/live.ts'
import { removeMember } from '../../contract/members.ts'
import { getMasjid } from '../../contract/own-records.ts'
import { paths } from '../../contract/screen-paths.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, password, type TestAccount } from '../runtime/people.ts'
import { personIdOf } from '../runtime/person-id.ts'
import { postSlot, requestSlot } from '../runtime/slots.ts'
import { inviteAndReadToken, newOwner, type TestMember, teamSeenBy } from '../runtime/team.ts'
import { fill, press } from './forms.ts'
import { gotoUntilQuiet, openAs, untilScriptsLoaded } from './pages.ts'
import { pressInDialog, readAndCloseToast, row } from './sections.ts'

const site = await openSite()
const app = { baseUrl: site.url, database: site.database }

let owner: TestMember
let khateeb: TestAccount
let page: Page

/** Signs in a khateeb who is also a member of the owner's masjid, as a scheduler. */
beforeEach(async () => {
  owner = await newOwner(app)
  khateeb = await newKhateeb(site.url)
  const { token } = await inviteAndReadToken(app, owner, 'scheduler', khateeb.email)
  await khateeb.client.call(acceptInvitation, { token })
  page = await openAs(site, khateeb)
})

const title = (of: Page) => of.getByRole('heading', { level: 1 })

test('a khateeb who leaves a masjid in which he was a scheduler stays signed in as the khateeb', async () => {
  await page.goto('/dashboard')
  await title(page).filter({ hasText: khateeb.name }).waitFor()
  await page.getByRole('button', { name: khateeb.name }).click()
  await page.locator('[popover]').getByRole('link', { name: owner.name }).click()
  await title(page).filter({ hasText: owner.name }).waitFor()

  await page.goto(withActingParty(paths.members, owner.uid))
  await press(page, 'Leave This Masjid')
  await fill(page, { 'Your password': password })
  await pressInDialog(page, 'Leave')
  await page.waitForURL((url) => url.pathname === paths.dashboard)
  await title(page).filter({ hasText: khateeb.name }).waitFor()
  expect(await readAndCloseToast(page)).toBe('You have left the masjid.')
  expect(await teamSeenBy(owner)).toEqual([`owner ${owner.email}`])
  // The user has only one party left, so the page has no button to switch parties.
  expect(await page.getByRole('button', { name: khateeb.name }).count()).toBe(0)

  const slot = await postSlot(owner)
  await requestSlot(khateeb, slot)
  await page.reload()
  await row(page, 'Sent Requests to Masjids', owner.name).waitFor()
  await untilScriptsLoaded(page, 'member-effects')
  expect(await page.locator('.Toastify__toast').count()).toBe(0)
})

test('a removed member’s next press changes nothing, shows a message once, and switches to the remaining party', async () => {
  const slot = await postSlot(owner)
  const other = await newKhateeb(site.url)
  await requestSlot(other, slot)
  await gotoUntilQuiet(page, withActingParty(paths.masjidLanding, owner.uid))
  await row(page, 'Pending Requests', other.name).waitFor()
  const personId = await personIdOf(site.database.db, khateeb.uid)
  await owner.client.call(removeMember, { password, personId })
  await row(page, 'Pending Requests', other.name).getByRole('button', { name: 'Approve' }).click()
  expect(await readAndCloseToast(page)).toBe(
    `This screen was for an account that you don’t belong to. You are signed in as ${khateeb.name}.`,
  )
  await title(page).filter({ hasText: 'This screen is for masjids' }).waitFor()
  expect(await page.locator('.Toastify__toast').count()).toBe(0)
  const { requests } = await owner.client.call(getMasjid, { uid: 'me' })
  expect(requests.map((it) => it.requesterName)).toEqual([other.name])
  await page.getByRole('link', { name: 'Go to My Dashboard' }).click()
  await title(page).filter({ hasText: khateeb.name }).waitFor()
  // The message is only for the first screen: it is shown neither when the user returns from a screen with another frame, nor after a
  // reload.
  await page.getByRole('link', { name: 'About Us' }).click()
  await title(page).filter({ hasText: 'About Us' }).waitFor()
  const live = page.waitForResponse(`**${checkForChanges.path}?*`)
  await page.goBack()
  await live
  expect(await page.locator('.Toastify__toast').count()).toBe(0)
  await page.goBack()
  await title(page).filter({ hasText: 'This screen is for masjids' }).waitFor()
  expect(await readAndCloseToast(page)).toBe('No masjid data found.')
  await page.goForward()
  await title(page).filter({ hasText: khateeb.name }).waitFor()
  await page.reload()
  await title(page).filter({ hasText: khateeb.name }).waitFor()
  await untilScriptsLoaded(page, 'member-effects')
  expect(await page.locator('.Toastify__toast').count()).toBe(0)
})
