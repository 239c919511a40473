import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate, longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { friday, fridayAfter, inviteKhateeb, postSlot, requestSlot } from '../runtime/slots.ts'
import { holdRequests } from './hold-requests.ts'
import { hasFocus, untilFocused } from './keyboard.ts'
import { card, expectSameAfterReload, gotoUntilQuiet, openAs } from './pages.ts'
import { selectSlot } from './sections.ts'

const site = await openSite()

test('a khateeb finds a masjid and requests its slot, and the masjid then sees the khateeb’s phone', async () => {
  const masjid = await newMasjid(site.url, { masjidName: 'Masjid of the North', zipCode: '99501' })
  const khateeb = await newKhateeb(site.url)
  await postSlot(masjid, '13:00')
  await postSlot(masjid, '14:15')
  const page = await openAs(site, khateeb)
  const masjids = page.getByRole('list', { name: 'Nearby Masjids' })

  await page.goto('/nearby-masjids')
  await page.getByRole('searchbox', { name: 'Search masjids by name or city' }).fill(' anchorage')
  await masjids.getByText('Anchorage, AK').waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('anchorage')
  // Wait, because the buttons of new results ignore presses for a moment.
  await expect.poll(() => masjids.locator('button[aria-busy=true]').count()).toBe(0)
  await expectSameAfterReload(page)

  await masjids.getByRole('link', { name: 'Masjid of the North' }).click()
  await page.getByRole('heading', { level: 1, name: 'Masjid of the North' }).waitFor()
  await card(page, dayAndDate(friday)).getByText('2 open slots').waitFor()
  await page.getByRole('button', { name: 'Request Slots' }).waitFor()
  await expectSameAfterReload(page)

  await page.getByRole('link', { name: dayAndDate(friday) }).click()
  await card(page, '1:00 PM AKST').getByRole('button', { name: 'Request to Lead' }).click()
  await page
    .getByRole('status')
    .getByText('Your request to lead the khutbah at 1:00 PM AKST has been sent.', { exact: true })
    .waitFor()
  await card(page, '1:00 PM AKST').getByText('You requested it').waitFor()
  await card(page, '2:15 PM AKST').getByRole('button', { name: 'Request to Lead' }).waitFor()
  await expectSameAfterReload(page)

  const masjidPage = await openAs(site, masjid, `/khateeb-details/${khateeb.uid}`)
  await masjidPage.getByRole('link', { name: '(313) 555-0199' }).waitFor()
  await expectSameAfterReload(masjidPage)

  await card(page, '1:00 PM AKST').getByRole('button', { name: 'Revoke' }).click()
  await card(page, '1:00 PM AKST').getByRole('button', { name: 'Request to Lead' }).waitFor()
  await page.goBack()
  await page.goBack()
  await masjids.getByText('Anchorage, AK').waitFor()
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('anchorage')

  await masjidPage.reload()
  await masjidPage.getByText(/^To see the phone number/).waitFor()
  await expect.poll(() => masjidPage.getByText('555-0199').count()).toBe(0)
})

test('a misspelled search suggests masjids under “Did you mean”', async () => {
  await newMasjid(site.url, { masjidName: 'Masjid of the Lighthouse', zipCode: '06902' })
  const page = await openAs(site, await newKhateeb(site.url), '/nearby-masjids?q=Stanford')
  await page.getByRole('heading', { name: 'No masjids match your search.' }).waitFor()
  const suggestions = page.getByRole('list', { name: 'Did you mean' })
  await suggestions.getByRole('link', { name: 'Masjid of the Lighthouse' }).waitFor()
  await expectSameAfterReload(page)
  await page.getByRole('searchbox').fill('lighthouse, ct')
  const masjids = page.getByRole('list', { name: 'Nearby Masjids' })
  await masjids.getByRole('link', { name: 'Masjid of the Lighthouse' }).waitFor()
  await expect.poll(() => suggestions.count()).toBe(0)
})

test('after a khateeb has revoked a request, the slot shows how often he can still request it', async () => {
  const masjid = await newMasjid(site.url)
  await postSlot(masjid, '13:00')
  const khateeb = await newKhateeb(site.url)
  const page = await openAs(site, khateeb, `/khutbah/${friday}?masjid=${masjid.uid}`)
  const slot = card(page, '1:00 PM')
  const press = (name: string) => slot.getByRole('button', { name }).click()
  await press('Request to Lead')
  await slot.getByRole('button', { name: 'Revoke' }).waitFor()
  await expect.poll(() => slot.getByText('more time').count()).toBe(0)
  await press('Revoke')
  await slot.getByText('You can request this slot 2 more times.').waitFor()
  await press('Request to Lead')
  await slot.getByText('If you revoke your request, you can request this slot one more time.').waitFor()
  await press('Revoke')
  // Compare the exact text, because an earlier sentence ended with the same words.
  await slot.getByText('You can request this slot one more time.', { exact: true }).waitFor()
  await page.goto(`/masjid-details/${masjid.uid}`)
  await page.getByText('You can request this slot one more time.').waitFor()
  await page.goBack()
  await press('Request to Lead')
  await slot
    .getByText(
      'This is your last request for this slot. If you revoke the request, you can’t request the slot again.',
    )
    .waitFor()
})

test('a paged list has its former length and scroll position after Go Back', async () => {
  await Promise.all(Array.from({ length: 22 }, () => newMasjid(site.url, { zipCode: '96910' })))
  const page = await openAs(site, await newKhateeb(site.url, { zipCode: '96910' }))
  const links = page.getByRole('list', { name: 'Nearby Masjids' }).getByRole('link')

  // Use a short window, so that the next screen is also tall enough to scroll.
  await page.setViewportSize({ width: 1280, height: 360 })
  await page.goto('/nearby-masjids')
  await links.nth(19).waitFor()
  await expect.poll(() => links.count()).toBe(20)
  await page.getByRole('button', { name: 'Show More' }).click()
  await links.nth(21).waitFor()
  await untilFocused(links.nth(20))
  await expect.poll(() => page.getByRole('button', { name: 'Show More' }).count()).toBe(0)

  await links.nth(21).scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(0)
  await links.nth(21).click()
  await page.getByRole('heading', { name: 'Upcoming Khutbahs' }).waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  // The cached list is shown while its refetch is held.
  await holdRequests(page, '**/get_masjids*')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await links.nth(21).waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
})

test('items that Show More loads do not take the focus away from the search field', async () => {
  await Promise.all(Array.from({ length: 22 }, () => newMasjid(site.url, { zipCode: '96799' })))
  const page = await openAs(site, await newKhateeb(site.url, { zipCode: '96799' }))
  await gotoUntilQuiet(page, '/nearby-masjids')
  const links = page.getByRole('list', { name: 'Nearby Masjids' }).getByRole('link')
  const held = await holdRequests(page, /get_masjids\?.*cursor=/u)
  await page.getByRole('button', { name: 'Show More' }).click()
  await expect.poll(held.count).toBe(1)
  await page.getByRole('searchbox').focus()
  held.release()
  await links.nth(21).waitFor()
  await page.keyboard.type('Pago')
  expect(await page.getByRole('searchbox').inputValue()).toBe('Pago')
})

test('an approval in progress does not disable the button of another slot', async () => {
  const masjid = await newMasjid(site.url, { zipCode: '00901' })
  const khateeb = await newKhateeb(site.url)
  await requestSlot(khateeb, await postSlot(masjid))
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', fridayAfter(1)))
  const page = await openAs(site, masjid, `/khateeb-details/${khateeb.uid}`)
  const held = await holdRequests(page, '**/approve_request_full')
  await selectSlot(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect.poll(held.count).toBe(1)
  await selectSlot(page, fridayAfter(1))
  const revoke = page.getByRole('button', { name: 'Revoke' })
  await revoke.waitFor()
  expect(await revoke.isEnabled()).toBe(true)
  held.release()
  await page.getByText('Request approved successfully! Please refresh.').waitFor()
})

test('a masjid selects a slot and invites a khateeb, who accepts', async () => {
  const masjid = await newMasjid(site.url, { zipCode: '00901' })
  const khateeb = await newKhateeb(site.url, { zipCode: '00901' })
  const slot = await postSlot(masjid)
  const page = await openAs(site, masjid)
  const request = card(page, khateeb.name).getByRole('button', { name: 'Request This Khateeb' })
  const picker = page.getByRole('combobox', { name: 'Khutbah slot' })

  await page.goto('/nearby-khateebs')
  await picker.waitFor()
  await request.click()
  await page.getByRole('alert').getByText('Please select a khutbah slot first.', { exact: true }).waitFor()
  await expect.poll(() => hasFocus(picker)).toBe(true)
  await selectSlot(page)
  await request.click()
  await page
    .getByRole('status')
    .getByText(`Invite sent to ${khateeb.name} for ${longDate(friday)} at 1:00 PM`, { exact: true })
    .waitFor()
  await card(page, khateeb.name).getByText('Invited to this slot').waitFor()
  await expectSameAfterReload(page)

  await card(page, khateeb.name).getByRole('link', { name: khateeb.name }).click()
  await page.getByText('No bio provided.').waitFor()
  await page.getByText('No expertise listed.').waitFor()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await card(page, khateeb.name).getByText('Invited to this slot').waitFor()

  const khateebPage = await openAs(site, khateeb, `/khutbah/${slot.khutbahDate}?masjid=${masjid.uid}`)
  await card(khateebPage, '1:00 PM').getByRole('button', { name: 'Accept' }).click()
  await card(khateebPage, '1:00 PM').getByText('You are confirmed').waitFor()
  await card(khateebPage, '1:00 PM').getByText(`Khateeb: ${khateeb.name}`).waitFor()
  // Wait, because the Topic button loads late.
  await card(khateebPage, '1:00 PM').getByRole('button', { name: 'Topic' }).waitFor()
  await expectSameAfterReload(khateebPage)

  await page.reload()
  await page.getByText('You have no open slots.').waitFor()
})

test('a search does not say that nothing matches until its response has arrived', async () => {
  const khateeb = await newKhateeb(site.url, { firstName: 'Idris' })
  const page = await openAs(site, khateeb, '/nearby-khateebs')
  const search = page.getByRole('searchbox')
  const none = page.getByText('No khateebs match your search.')
  await search.fill('zzz')
  await none.waitFor()

  const held = await holdRequests(page, '**/get_khateebs*')
  await search.fill('idris')
  await expect.poll(held.count).toBe(1)
  await page.getByText('Looking for khateebs…').waitFor()
  await expect.poll(() => none.count()).toBe(0)
  held.release()
  await card(page, khateeb.name).waitFor()
})

test('a khateeb can see nearby khateebs, but cannot invite them', async () => {
  const khateeb = await newKhateeb(site.url, { zipCode: '00802' })
  const page = await openAs(site, khateeb, '/nearby-khateebs')
  await card(page, khateeb.name).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Request This Khateeb' }).count()).toBe(0)
  await expect.poll(() => page.getByText('Khutbah slot').count()).toBe(0)
  await expectSameAfterReload(page)
})
