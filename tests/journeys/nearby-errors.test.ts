import { expect, test } from 'vitest'
import { moveSlot } from '../../contract/slot-moves.ts'
import { disableServerRendering } from '../../tools/browser/disable-server-rendering.ts'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, friday, fridayAfter, postSlot } from '../runtime/slots.ts'
import { internalError, openAs } from './pages.ts'
import { readAndCloseToast } from './sections.ts'
import { submitPassword } from './sign-in-again.ts'

/** A uid without an account. */
const unknownUid = '00000000-0000-4000-8000-000000000000'

const site = await openSite()
const khateeb = await newKhateeb(site.url, { zipCode: '96910' })
const masjid = await newMasjid(site.url)
const page = await openAs(site, khateeb)

test.each([
  ['/nearby-masjids', 'No masjids found within 30 miles. Use the search bar above to find masjids anywhere.'],
  ['/nearby-masjids?q=nowhere', 'No masjids match your search.'],
  ['/nearby-khateebs?q=nobody', 'No khateebs match your search.'],
  [`/masjid-details/${unknownUid}`, 'No data available'],
  ['/masjid-details/nonsense', 'No data available'],
  [`/masjid-info/${unknownUid}`, 'No data available'],
  [`/khateeb-details/${unknownUid}`, 'No profile data available'],
  [`/khutbah/${friday}`, 'No khutbah data available'],
  [`/khutbah/${friday}?masjid=${unknownUid}`, 'No khutbah data available'],
  ['/khutbah/2027-02-30?masjid=nonsense', 'No khutbah data available'],
])('the screen %s shows the message: %s', async (address, text) => {
  await page.goto(address)
  const said = page.getByRole('main').getByText(text, { exact: true })
  await expect.poll(() => said.isVisible()).toBe(true)
})

test('a preloaded call that was refused is not repeated when the screen renders', async () => {
  const address = `/masjid-details/${unknownUid}`
  await disableServerRendering(page)
  let callCount = 0
  const isDetailsCall = (url: URL) => url.pathname === `/get_masjid_details/${unknownUid}`
  await page.route(isDetailsCall, async (route) => {
    callCount += 1
    await route.fallback()
  })
  // The screen renders when the session is loaded. So hold the session's response until the other call was refused.
  await page.route('**/identity/session', async (route) => {
    await refused
    await route.fallback()
  })
  const refused = page.waitForResponse((response) => isDetailsCall(new URL(response.url())))
  await page.goto(address)
  await page.getByRole('main').getByText('No data available', { exact: true }).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  expect(callCount).toBe(1)
})

test('the document title shows the khutbah’s date even if the khutbah’s data arrives before the screen renders', async () => {
  await disableServerRendering(page)
  await postSlot(masjid, '13:00', fridayAfter(3))
  const isDetailsCall = (url: URL) => url.pathname === `/get_masjid_details/${masjid.uid}`
  const responded = page.waitForResponse((response) => isDetailsCall(new URL(response.url())))
  await page.route('**/identity/session', async (route) => {
    await (await responded).finished()
    await route.fallback()
  })
  await page.goto(`/khutbah/${fridayAfter(3)}?masjid=${masjid.uid}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.title()).toBe(`${dayAndDate(fridayAfter(3))} · Minbar`)
  await page.unrouteAll({ behavior: 'wait' })
})

test('the details of a masjid without khutbahs show a message', async () => {
  await page.goto(`/masjid-details/${(await newMasjid(site.url)).uid}`)
  await expect.poll(() => page.getByText('No upcoming khutbahs.').isVisible()).toBe(true)
})

test('the screen of a khutbah whose slot has moved to another date says that the khutbah may have moved, and leads to the masjid’s khutbahs', async () => {
  const mover = await newMasjid(site.url)
  const slot = await postSlot(mover)
  await mover.client.call(moveSlot, { ...slot, toDate: fridayAfter(1), toTime: '13:00' })
  await page.goto(`/khutbah/${friday}?masjid=${mover.uid}`)
  await page
    .getByText('The masjid may have moved or canceled this khutbah, or it is over.', { exact: true })
    .waitFor()
  await page.getByRole('link', { name: 'Upcoming Khutbahs' }).click()
  const moved = page.getByRole('link', { name: dayAndDate(fridayAfter(1)) })
  await expect.poll(() => moved.isVisible()).toBe(true)
})

test('a request can be sent again after an internal error, but a request for a filled slot is refused with the reason', async () => {
  const slot = await postSlot(masjid, '16:00', fridayAfter(1))
  const rival = await newKhateeb(site.url)
  await page.goto(`/khutbah/${fridayAfter(1)}?masjid=${masjid.uid}`)
  const request = page.getByRole('button', { name: 'Request to Lead' })
  await page.route('**/add_khutbah_request', (route) => route.fulfill(internalError))
  await request.click()
  expect(await readAndCloseToast(page)).toBe('Failed to submit request. Please try again.')
  await page.unroute('**/add_khutbah_request')

  await confirmKhateeb(masjid, rival, slot)
  await request.click()
  expect(await readAndCloseToast(page)).toBe(
    'This slot already has a khateeb.\nFailed to submit request. Please try again.',
  )
  await page.getByText(`Khateeb: ${rival.name}`).waitFor()
  await expect.poll(() => request.count()).toBe(0)
})

test('a khateeb who cancels signing in again after his session ended sees an error about the ended session', async () => {
  await postSlot(masjid, '13:00', fridayAfter(2))
  const page = await openAs(site, khateeb, `/khutbah/${fridayAfter(2)}?masjid=${masjid.uid}`)
  const request = page.getByRole('button', { name: 'Request to Lead' })
  await request.waitFor()
  await page.context().clearCookies()
  await request.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Your session has ended.' })
  await alert.getByText('User data is not available.', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/khutbah/${fridayAfter(2)}`)
})

test('requesting a slot whose data was loaded without a session shows that the masjid’s email is missing, and succeeds after signing in', async () => {
  await postSlot(masjid, '13:00', fridayAfter(2))
  const page = await openAs(site, khateeb)
  const detailsCall = /\/get_masjid_details\//
  await disableServerRendering(page)
  await page.route(detailsCall, async (route) => {
    const asKhateeb = await route.fetch()
    const { email: _, ...json } = await asKhateeb.json()
    await route.fulfill({ response: asKhateeb, json })
  })
  await page.goto(`/khutbah/${fridayAfter(2)}?masjid=${masjid.uid}`)
  const request = page.getByRole('button', { name: 'Request to Lead' })
  await request.click()
  await page
    .getByRole('alert')
    .getByText('Masjid email is missing. Cannot send request.', { exact: true })
    .waitFor()
  await page.unroute(detailsCall)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await submitPassword(page)
  await expect.poll(() => page.getByText('Your session has ended.').count()).toBe(0)
  await request.click()
  await page.getByText('You requested it').waitFor()
})

test('a masjid cannot send an invite while its record has failed to load', async () => {
  const page = await openAs(site, masjid)
  await newKhateeb(site.url)
  await disableServerRendering(page)
  await page.route('**/masjids/me?*', (route) => route.abort())
  await page.goto('/nearby-khateebs')
  await page.getByRole('button', { name: 'Request This Khateeb' }).first().click()
  const said = page.getByRole('alert').getByText('Masjid info not loaded yet.', { exact: true })
  await expect.poll(() => said.isVisible()).toBe(true)
})
