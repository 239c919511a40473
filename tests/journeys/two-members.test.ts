import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { removeMember } from '../../contract/members.ts'
import { paths } from '../../contract/screen-paths.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, password } from '../runtime/people.ts'
import {
  approveKhateeb,
  friday,
  inviteKhateeb,
  postSlot,
  rejectKhateeb,
  requestSlot,
  revokeInviteOf,
} from '../runtime/slots.ts'
import { newMember, newOwner } from '../runtime/team.ts'
import { fill, press as pressButton } from './forms.ts'
import { openAs } from './pages.ts'
import { pressInDialog, row } from './sections.ts'

// This site has no live updates, so the second member's screen doesn't show what the first member does.
const site = await openSite()
const app = { baseUrl: site.url, database: site.database }
const owner = await newOwner(app)
const aisha = await newMember(app, owner, 'scheduler', 'Aisha Rahman')
const [khateeb, rival] = [await newKhateeb(site.url), await newKhateeb(site.url, { firstName: 'Bilal' })]

/** Opens the owner's home screen. */
const openHome = () => openAs(site, owner, '/masjid-landing')

const pressInRow = (page: Page, section: string, name: string, button: string) =>
  row(page, section, name).getByRole('button', { name: button, exact: true }).click()

/** Waits for a toast with information, and expects no toast with a failure. */
async function expectInfo(page: Page, text: RegExp): Promise<void> {
  await page.locator('.Toastify__toast--info').filter({ hasText: text }).waitFor()
  expect(await page.locator('.Toastify__toast--error').count()).toBe(0)
}

test('a member who approves or revokes a proposal that a colleague has decided sees the colleague’s decision', async () => {
  const slot = await postSlot(owner)
  await requestSlot(khateeb, slot)
  const page = await openHome()
  await row(page, 'Pending Requests', khateeb.name).waitFor()
  await approveKhateeb(aisha, khateeb, slot)
  await pressInRow(page, 'Pending Requests', khateeb.name, 'Approve')
  await expectInfo(page, /^Aisha Rahman approved this request today at \d+:\d\d [AP]M\.$/)
  await row(page, 'Upcoming Khutbahs', '1:00 PM').getByText('Confirmed').waitFor()

  const second = await postSlot(owner, '15:00')
  await requestSlot(khateeb, second)
  await page.reload()
  await row(page, 'Pending Requests', khateeb.name).waitFor()
  await rejectKhateeb(aisha, khateeb, second)
  await pressInRow(page, 'Pending Requests', khateeb.name, 'Approve')
  await expectInfo(page, /^Aisha Rahman rejected this request today at /)

  await inviteKhateeb(owner, rival, second)
  await page.reload()
  await row(page, 'Sent Requests', rival.name).waitFor()
  await revokeInviteOf(aisha, rival, second)
  await pressInRow(page, 'Sent Requests', rival.name, 'Revoke')
  await expectInfo(page, /^Aisha Rahman revoked this invite today at /)
})

test('a member who approves a khateeb for a slot that a colleague has filled sees the confirmed khateeb’s name', async () => {
  const slot = await postSlot(owner, '18:00')
  await requestSlot(khateeb, slot)
  await requestSlot(rival, slot)
  const page = await openHome()
  await row(page, 'Pending Requests', rival.name).waitFor()
  await approveKhateeb(aisha, khateeb, slot)
  await pressInRow(page, 'Pending Requests', rival.name, 'Approve')
  await expectInfo(page, new RegExp(`^Aisha Rahman approved ${khateeb.name} for this khutbah today at `))
})

test('a member who posts a time that a colleague has posted sees the colleague’s name', async () => {
  const page = await openHome()
  await pressButton(page, 'Add New Khutbah')
  await postSlot(aisha, '20:00')
  await fill(page, { Date: friday, 'Time of khutbah 1': '20:00' })
  await pressButton(page, 'Add Khutbah')
  await expectInfo(page, /^Aisha Rahman posted this khutbah today at /)
})

test('an owner who removes a member whom another owner has removed sees that owner’s name', async () => {
  const second = await newMember(app, owner, 'owner', 'Omar Aziz')
  const { personId, name } = await newMember(app, owner, 'viewer')
  const page = await openAs(site, owner, paths.members)
  await row(page, 'Members', name).getByRole('button', { name: 'Remove' }).click()
  await second.client.call(removeMember, { password, personId })
  await fill(page, { 'Your password': password })
  await pressInDialog(page, 'Remove')
  await expectInfo(page, /^Omar Aziz removed this member today at /)
  await row(page, 'Members', name).waitFor({ state: 'detached' })
})
