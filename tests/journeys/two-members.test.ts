import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb } from '../runtime/people.ts'
import {
  approveKhateeb,
  inviteKhateeb,
  postSlot,
  rejectKhateeb,
  requestSlot,
  revokeInviteOf,
} from '../runtime/slots.ts'
import { newMember, newOwner } from '../runtime/team.ts'
import { openAs } from './pages.ts'
import { row } from './sections.ts'

// Without streams of changes: the second member's screen doesn't hear of what the first one does.
const site = await openSite()
const app = { baseUrl: site.url, database: site.database }
const owner = await newOwner(app)
const aisha = await newMember(app, owner, 'scheduler', 'Aisha Rahman')
const [khateeb, rival] = [await newKhateeb(site.url), await newKhateeb(site.url, { firstName: 'Bilal' })]

/** The owner's home screen, where they have not yet pressed anything. */
const openHome = () => openAs(site, owner, '/masjid-landing')

const press = (page: Page, section: string, name: string, button: string) =>
  row(page, section, name).getByRole('button', { name: button, exact: true }).click()

/** Waits for a toast that informs, and for no failure. */
async function expectInfo(page: Page, text: RegExp): Promise<void> {
  await page.locator('.Toastify__toast--info').filter({ hasText: text }).waitFor()
  expect(await page.locator('.Toastify__toast--error').count()).toBe(0)
}

test('who approves, rejects or revokes what a colleague has decided reads what the colleague did', async () => {
  const slot = await postSlot(owner)
  await requestSlot(khateeb, slot)
  const page = await openHome()
  await row(page, 'Pending Requests', khateeb.name).waitFor()
  await approveKhateeb(aisha, khateeb, slot)
  await press(page, 'Pending Requests', khateeb.name, 'Approve')
  await expectInfo(page, /^Aisha Rahman approved this request at \d+:\d\d [AP]M\.$/)
  await row(page, 'Upcoming Khutbahs', '1:00 PM').getByText('Confirmed').waitFor()

  const second = await postSlot(owner, '15:00')
  await requestSlot(khateeb, second)
  await page.reload()
  await row(page, 'Pending Requests', khateeb.name).waitFor()
  await rejectKhateeb(aisha, khateeb, second)
  await press(page, 'Pending Requests', khateeb.name, 'Approve')
  await expectInfo(page, /^Aisha Rahman rejected this request at /)

  await inviteKhateeb(owner, rival, second)
  await page.reload()
  await row(page, 'Sent Requests', rival.name).waitFor()
  await revokeInviteOf(aisha, rival, second)
  await press(page, 'Sent Requests', rival.name, 'Revoke')
  await expectInfo(page, /^Aisha Rahman revoked this invite at /)
})

test('who approves a khateeb for a slot that a colleague has filled reads with whom', async () => {
  const slot = await postSlot(owner, '18:00')
  await requestSlot(khateeb, slot)
  await requestSlot(rival, slot)
  const page = await openHome()
  await row(page, 'Pending Requests', rival.name).waitFor()
  await approveKhateeb(aisha, khateeb, slot)
  await press(page, 'Pending Requests', rival.name, 'Approve')
  await expectInfo(
    page,
    new RegExp(`^Aisha Rahman approved another khateeb, ${khateeb.name}, for this khutbah at `),
  )
})
