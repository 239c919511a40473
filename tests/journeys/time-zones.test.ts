import { expect, test } from 'vitest'
import { moveSlot } from '../../contract/slot-moves.ts'
import { openSite } from '../runtime/browser.ts'
import { longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, friday, fridayAfter, inviteKhateeb, postSlot } from '../runtime/slots.ts'
import { gotoUntilQuiet, openAs } from './pages.ts'
import { readAndCloseToast, row, selectSlot } from './sections.ts'

const site = await openSite()
const masjid = await newMasjid(site.url)

/** Chicago is in Central Time. The masjid's place, Dearborn, is in Eastern Time. */
const chicago = { zipCode: '60601' }

const khutbahPath = `/khutbah/${friday}?masjid=${masjid.uid}`

test('a khateeb who lives in another time zone sees the zone of every time, even while his browser is in the masjid’s zone', async () => {
  const khateeb = await newKhateeb(site.url, chicago)
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '10:00', fridayAfter(1)))
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '11:30', fridayAfter(1)))
  await postSlot(masjid, '13:30')
  const page = await openAs(site, khateeb, khutbahPath, 'America/Detroit')
  await page.getByRole('heading', { name: '1:30 PM EST' }).waitFor()
  await page.getByRole('button', { name: 'Request to Lead' }).click()
  const sent = 'Your request to lead the khutbah at 1:30 PM EST has been sent.'
  expect(await readAndCloseToast(page)).toBe(sent)

  await page.goto(`/masjid-details/${masjid.uid}`)
  await page.getByRole('list', { name: 'Slots' }).getByText('1:30 PM EST').waitFor()
  await page.goto('/dashboard')
  await row(page, 'Upcoming Khutbahs', '10:00 AM EST').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alertdialog').getByText('10:00 AM EST').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await row(page, 'Pending Requests to Give Khutbah', '11:30 AM EST').waitFor()
  await row(page, 'Sent Requests to Masjids', '1:30 PM EST').waitFor()
})

test('a browser in another time zone shows the zone of every time', async () => {
  await postSlot(masjid, '15:00')
  const khateeb = await newKhateeb(site.url)
  const page = await openAs(site, khateeb, khutbahPath, 'America/Los_Angeles')
  await page.getByRole('heading', { name: '3:00 PM EST' }).waitFor()

  const atMasjid = await openAs(site, masjid, '/masjid-landing', 'America/Los_Angeles')
  await row(atMasjid, 'Upcoming Khutbahs', '3:00 PM EST').waitFor()
  await atMasjid.goto(`/nearby-khateebs?q=${encodeURIComponent(khateeb.name)}`)
  await selectSlot(atMasjid, friday, '3:00 PM EST')
  await atMasjid.getByRole('button', { name: 'Request This Khateeb' }).first().click()
  const sent = `Invite sent to ${khateeb.name} for ${longDate(friday)} at 3:00 PM EST`
  expect(await readAndCloseToast(atMasjid)).toBe(sent)
})

test('times are shown without a zone if the clocks of all zones involved show the same time', async () => {
  await postSlot(masjid, '16:00')
  const page = await openAs(site, await newKhateeb(site.url), khutbahPath, 'America/New_York')
  await page.getByRole('heading', { name: '4:00 PM', exact: true }).waitFor()
  expect(await page.getByText(/\bEST\b/).count()).toBe(0)
})

test('in a browser in another time zone, the dialog Invite a Khateeb shows the zone of every time', async () => {
  const otherMasjid = await newMasjid(site.url)
  await postSlot(otherMasjid)
  const page = await openAs(site, otherMasjid, '/our-khateebs', 'America/Los_Angeles')
  await page.getByRole('button', { name: 'Invite a Khateeb' }).click()
  const slots = page.getByLabel('Ask for a khutbah').locator('option')
  await expect
    .poll(() => slots.allInnerTexts())
    .toEqual(['No specific khutbah', `${longDate(friday)} · 1:00 PM EST`])
})

test('in a browser in another time zone, news and the history of a moved slot show the zone of the old and the new time', async () => {
  const [otherMasjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  const slot = await postSlot(otherMasjid)
  await confirmKhateeb(otherMasjid, khateeb, slot)
  await otherMasjid.client.call(moveSlot, { ...slot, toDate: friday, toTime: '15:00' })
  const page = await openAs(site, khateeb, undefined, 'America/Los_Angeles')
  await gotoUntilQuiet(page, '/dashboard')
  await page.getByRole('banner').getByRole('button', { name: /^News/ }).click()
  const news = page.getByRole('region', { name: 'News', exact: true })
  await news.getByText(`moved the khutbah from ${longDate(friday)}, 1:00 PM EST.`).waitFor()

  const atMasjid = await openAs(site, otherMasjid, '/slot-history', 'America/Los_Angeles')
  const moved = atMasjid.getByText('Moved from 1:00 PM EST to 3:00 PM EST', { exact: true })
  await moved.waitFor()
  expect(await moved.count()).toBe(1)
})

test('in a browser in another time zone, the dialog Post More Fridays shows the zone of every time', async () => {
  const otherMasjid = await newMasjid(site.url)
  await postSlot(otherMasjid)
  const page = await openAs(site, otherMasjid, undefined, 'America/Los_Angeles')
  await gotoUntilQuiet(page, '/masjid-landing')
  await page.getByRole('button', { name: /^Post \d+ More Fridays Like These$/ }).click()
  const text = await page.getByRole('dialog').innerText()
  expect(text).toContain('the times of your last posted Friday (1:00 PM EST)')
})
