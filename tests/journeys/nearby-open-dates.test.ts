import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { friday, fridayAfter, postSlot } from '../runtime/slots.ts'
import { holdRequests } from './hold-requests.ts'
import { gotoUntilQuiet, openAs } from './pages.ts'

const site = await openSite()

test('cards of masjids show their open dates, and a khateeb can filter the list by open slots and by date', async () => {
  const zipCode = '82601'
  const khateeb = await newKhateeb(site.url, { zipCode })
  const [open, later, none] = [
    await newMasjid(site.url, { zipCode }),
    await newMasjid(site.url, { zipCode }),
    await newMasjid(site.url, { zipCode }),
  ]
  await postSlot(open, '13:00', friday)
  for (const weeks of [1, 2, 3, 4]) await postSlot(later, '13:00', fridayAfter(weeks))
  const page = await openAs(site, khateeb, '/nearby-masjids')
  const cards = page.getByRole('list', { name: 'Nearby Masjids' }).getByRole('listitem')
  await expect.poll(() => cards.count()).toBe(3)
  await cards
    .filter({ hasText: open.name })
    .getByText(/^1 open date: Dec \d$/u)
    .waitFor()
  await cards
    .filter({ hasText: later.name })
    .getByText(/^4 open dates: Dec \d+, Dec \d+, Dec \d+…$/u)
    .waitFor()
  expect(await cards.filter({ hasText: none.name }).getByText('open date').count()).toBe(0)
  const isCheckedAtOnce = await page.getByLabel('Has an open slot').evaluate((box: HTMLInputElement) => {
    box.click()
    return box.checked
  })
  expect(isCheckedAtOnce).toBe(true)
  await expect.poll(() => cards.count()).toBe(2)
  await page.getByLabel('On', { exact: true }).fill(friday)
  await expect.poll(() => cards.allInnerTexts()).toEqual([expect.stringContaining(open.name)])
  await page.reload()
  await expect.poll(() => cards.count()).toBe(1)
  await page.getByLabel('On', { exact: true }).fill(fridayAfter(9))
  await page.getByText('No open slots found within 30 miles.').waitFor()
  await page.getByRole('searchbox').fill(open.name)
  await page.getByText('No masjid with an open slot matches your search.').waitFor()
})

test('the buttons of the masjids’ cards ignore presses while the list changes to masjids with an open slot', async () => {
  const zipCode = '82801'
  const khateeb = await newKhateeb(site.url, { zipCode })
  await postSlot(await newMasjid(site.url, { zipCode }))
  const page = await openAs(site, khateeb)
  await gotoUntilQuiet(page, '/nearby-masjids')
  const held = await holdRequests(page, /get_masjids\?.*openSlots=only/u)
  await page.getByLabel('Has an open slot').check()
  await expect.poll(held.count).toBe(1)
  const request = page.getByRole('button', { name: 'Request Slots' })
  expect(await request.getAttribute('aria-busy')).toBe('true')
  held.release()
  await expect.poll(() => request.getAttribute('aria-busy')).toBe(null)
})

test.each(['2027-02-30', '0000-01-01'])(
  'Nearby Masjids ignores the nonexistent date %s in its address, and lists masjids with an open slot on any date',
  async (date) => {
    const zipCode = '82001'
    const khateeb = await newKhateeb(site.url, { zipCode })
    const masjid = await newMasjid(site.url, { zipCode })
    await postSlot(masjid)
    const page = await openAs(site, khateeb, `/nearby-masjids?open=1&on=${date}`)
    await expect.poll(() => page.getByRole('heading', { name: masjid.name }).count()).toBe(1)
  },
)
