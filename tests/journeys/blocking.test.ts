import { expect, test } from 'vitest'
import { blockAccount, requestToLead } from '../../contract/proposals.ts'
import { openSite, signInOn } from '../runtime/browser.ts'
import { longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { friday, postSlot } from '../runtime/slots.ts'
import { press } from './forms.ts'
import { openAs } from './pages.ts'
import { nextToast, row, waitForText } from './sections.ts'

const site = await openSite()
const page = await site.open()

test('a khateeb blocks a masjid, sees the block on its slots and in the account, and unblocks it', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await postSlot(masjid)
  await signInOn(page, khateeb)
  await page.goto(`/masjid-details/${masjid.uid}`)
  await press(page, 'Block this masjid')
  expect(await nextToast(page)).toBe('Blocked. You won’t get any more requests from them.')
  await page.getByText('You have blocked them').waitFor()

  await page.goto(`/khutbah/${friday}?masjid=${masjid.uid}`)
  await page.getByText('You have blocked this masjid.').waitFor()
  expect(await page.getByRole('button', { name: 'Request to Lead' }).count()).toBe(0)

  await page.goto('/account')
  await row(page, 'Blocked', masjid.name).getByRole('button', { name: 'Unblock' }).click()
  expect(await nextToast(page)).toBe('Unblocked.')
  await waitForText(page, 'Blocked', 'You haven’t blocked anyone.')
  await page.goto(`/khutbah/${friday}?masjid=${masjid.uid}`)
  await page.getByRole('button', { name: 'Request to Lead' }).waitFor()
})

test('a masjid cannot invite a khateeb who blocked it until the khateeb unblocks it', async () => {
  const near = { zipCode: '96910' }
  const [masjid, khateeb] = [await newMasjid(site.url, near), await newKhateeb(site.url, near)]
  const { khutbahDate } = await postSlot(masjid)
  const masjidPage = await openAs(site, masjid)
  const invite = async () => {
    await masjidPage.goto('/nearby-khateebs')
    await masjidPage
      .getByRole('combobox', { name: 'Khutbah slot' })
      .selectOption({ label: `${longDate(khutbahDate)} · 1:00 PM` })
    await press(masjidPage, 'Request This Khateeb')
    return nextToast(masjidPage)
  }
  await signInOn(page, khateeb)
  await page.goto(`/masjid-details/${masjid.uid}`)
  await press(page, 'Block this masjid')
  expect(await nextToast(page)).toBe('Blocked. You won’t get any more requests from them.')
  expect(await invite()).toBe(
    'Failed to send invite: They have blocked you. Please get in touch in another way.',
  )
  await press(page, 'Unblock')
  expect(await nextToast(page)).toBe('Unblocked.')
  expect(await invite()).toBe(`Invite sent to ${khateeb.name} for ${longDate(friday)} at 1:00 PM`)
})

test('blocking a khateeb removes the pending request on both sides', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  const slot = await postSlot(masjid)
  await khateeb.client.call(requestToLead, { khateebId: 'me', ...slot })
  await signInOn(page, masjid)
  await page.goto(`/khateeb-details/${khateeb.uid}`)
  await press(page, 'Block this khateeb')
  expect(await nextToast(page)).toBe('Blocked. You won’t get any more requests from them.')
  await page.getByText('You have blocked them').waitFor()
  await page.goto('/masjid-landing')
  await waitForText(page, 'Pending Requests', 'No pending requests')

  await signInOn(page, khateeb)
  await page.goto(`/khutbah/${friday}?masjid=${masjid.uid}`)
  await page.getByText('This masjid takes no requests from you.').waitFor()
  expect(await page.getByRole('button', { name: 'Request to Lead' }).count()).toBe(0)
  await signInOn(page, masjid)
  await page.goto('/account')
  await row(page, 'Blocked', khateeb.name).getByRole('button', { name: 'Unblock' }).click()
  expect(await nextToast(page)).toBe('Unblocked.')
  await signInOn(page, khateeb)
  await page.goto(`/khutbah/${friday}?masjid=${masjid.uid}`)
  await press(page, 'Request to Lead')
  expect(await nextToast(page)).toBe('Your request to lead the khutbah at 1:00 PM has been sent.')
})

test('a khateeb who is blocked while viewing a slot is refused with the reason', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await postSlot(masjid)
  await signInOn(page, khateeb)
  await page.goto(`/khutbah/${friday}?masjid=${masjid.uid}`)
  const ask = page.getByRole('button', { name: 'Request to Lead' })
  await ask.waitFor()
  await masjid.client.call(blockAccount, { khateebUid: khateeb.uid, masjidUid: 'me' })
  await ask.click()
  expect(await nextToast(page)).toBe(
    'Failed to submit request. Please try again.\nThey have blocked you. Please get in touch in another way.',
  )
  await page.getByText('This masjid takes no requests from you.').waitFor()
})
