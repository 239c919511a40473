import { expect, test } from 'vitest'
import { blockAccount } from '../../contract/blocks.ts'
import { openSite, signInOn } from '../runtime/browser.ts'
import { longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { friday, postSlot, requestSlot } from '../runtime/slots.ts'
import { press } from './forms.ts'
import { gotoUntilQuiet, openAs } from './pages.ts'
import { pressInDialog, readAndCloseToast, row, selectSlot, waitForText } from './sections.ts'

const site = await openSite()
const page = await site.open()

/** Opens the details screen of a masjid or khateeb, and blocks the account there. `closed` is the toast's text about closed proposals. */
async function block(role: 'masjid' | 'khateeb', { uid }: TestAccount, closed = ''): Promise<void> {
  await page.goto(`/${role}-details/${uid}`)
  const label = role === 'masjid' ? 'Block This Masjid' : 'Block This Khateeb'
  await press(page, label)
  await pressInDialog(page, label)
  expect(await readAndCloseToast(page)).toBe(`Blocked. You won’t get any more requests from them.${closed}`)
}

/** Unblocks a masjid or khateeb on the account screen. */
async function unblock({ name }: TestAccount): Promise<void> {
  await page.goto('/account')
  await row(page, 'Blocked', name).getByRole('button', { name: 'Unblock' }).click()
  expect(await readAndCloseToast(page)).toBe('Unblocked.')
}

test('a khateeb blocks a masjid, sees the block on its slots and on the account screen, and unblocks it', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await postSlot(masjid)
  await signInOn(page, khateeb)
  await block('masjid', masjid)
  await page.getByText('You have blocked them').waitFor()

  await page.goto(`/khutbah/${friday}?masjid=${masjid.uid}`)
  await page.getByText('You have blocked this masjid.').waitFor()
  expect(await page.getByRole('button', { name: 'Request to Lead' }).count()).toBe(0)

  await unblock(masjid)
  await waitForText(page, 'Blocked', 'You haven’t blocked anyone.')
  await page.goto(`/khutbah/${friday}?masjid=${masjid.uid}`)
  await page.getByRole('button', { name: 'Request to Lead' }).waitFor()
})

test('a masjid cannot invite a khateeb who blocked it until the khateeb unblocks it', async () => {
  const near = { zipCode: '96910' }
  const [masjid, khateeb] = [await newMasjid(site.url, near), await newKhateeb(site.url, near)]
  await postSlot(masjid)
  const masjidPage = await openAs(site, masjid)
  const invite = masjidPage.getByRole('button', { name: 'Request This Khateeb' })
  await signInOn(page, khateeb)
  await block('masjid', masjid)
  for (const screen of ['/nearby-khateebs', `/khateeb-details/${khateeb.uid}`, '/masjid-landing']) {
    await gotoUntilQuiet(masjidPage, screen)
    await selectSlot(masjidPage)
    await masjidPage.getByText('They don’t accept invites from your masjid.').waitFor()
    expect(await invite.isDisabled()).toBe(true)
    expect(await masjidPage.getByText('Free', { exact: true }).count()).toBe(0)
  }
  await press(page, 'Unblock')
  expect(await readAndCloseToast(page)).toBe('Unblocked.')
  await gotoUntilQuiet(masjidPage, '/nearby-khateebs')
  await selectSlot(masjidPage)
  await invite.click()
  expect(await readAndCloseToast(masjidPage)).toBe(
    `Invite sent to ${khateeb.name} for ${longDate(friday)} at 1:00 PM`,
  )
})

test('after a masjid has selected a slot, Nearby Khateebs says which khateebs the masjid has blocked', async () => {
  const near = { zipCode: '96799' }
  const [masjid, khateeb] = [await newMasjid(site.url, near), await newKhateeb(site.url, near)]
  await postSlot(masjid)
  await masjid.client.call(blockAccount, { khateebUid: khateeb.uid, masjidUid: 'me' })
  const masjidPage = await openAs(site, masjid)
  await gotoUntilQuiet(masjidPage, '/nearby-khateebs')
  await selectSlot(masjidPage)
  await masjidPage.getByText('Your masjid has blocked them.').waitFor()
  expect(await masjidPage.getByRole('button', { name: 'Request This Khateeb' }).isDisabled()).toBe(true)
})

test('the dialog for blocking a khateeb shows his pending request, and the block closes the request on both sides', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  const slot = await postSlot(masjid)
  await requestSlot(khateeb, slot)
  await signInOn(page, masjid)
  await page.goto(`/khateeb-details/${khateeb.uid}`)
  await press(page, 'Block This Khateeb')
  const closes = `for ${longDate(friday)} at 1:00 PM`
  await page.getByRole('alertdialog').getByText(`their request ${closes}`, { exact: true }).waitFor()
  await pressInDialog(page, 'Cancel')
  await block('khateeb', khateeb, `\nAlso closed: the request from ${khateeb.name} ${closes}.`)
  await page.getByText('You have blocked them').waitFor()
  await page.goto('/masjid-landing')
  await waitForText(page, 'Pending Requests', 'No pending requests')

  await signInOn(page, khateeb)
  await page.goto(`/khutbah/${friday}?masjid=${masjid.uid}`)
  await page.getByText('This masjid doesn’t accept requests from you.').waitFor()
  expect(await page.getByRole('button', { name: 'Request to Lead' }).count()).toBe(0)
  await signInOn(page, masjid)
  await unblock(khateeb)
  await signInOn(page, khateeb)
  await page.goto(`/khutbah/${friday}?masjid=${masjid.uid}`)
  await press(page, 'Request to Lead')
  expect(await readAndCloseToast(page)).toBe('Your request to lead the khutbah at 1:00 PM has been sent.')
})

test('the request of a khateeb who was blocked while viewing the slot is refused with the reason', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await postSlot(masjid)
  await signInOn(page, khateeb)
  await page.goto(`/khutbah/${friday}?masjid=${masjid.uid}`)
  const ask = page.getByRole('button', { name: 'Request to Lead' })
  await ask.waitFor()
  await masjid.client.call(blockAccount, { khateebUid: khateeb.uid, masjidUid: 'me' })
  await ask.click()
  expect(await readAndCloseToast(page)).toBe(
    'They have blocked you. Please contact them another way.\nFailed to submit request. Please try again.',
  )
  await page.getByText('This masjid doesn’t accept requests from you.').waitFor()
})
