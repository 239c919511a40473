import { expect, test } from 'vitest'
import { updateUser } from '../../contract/own-records.ts'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate, longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, friday, postSlot } from '../runtime/slots.ts'
import { holdRequests } from './hold-requests.ts'
import { card, openAs } from './pages.ts'
import { row } from './sections.ts'

const site = await openSite()
const masjid = await newMasjid(site.url, {
  masjidName: 'Masjid an-Nur',
  masjidAddress: '7 Mill Road',
  phone: '3135550123',
  website: 'nur.example',
})
const khateeb = await newKhateeb(site.url)
// The masjid has two slots on the Friday, and the khateeb is confirmed for the first.
const slot = await postSlot(masjid, '13:00')
await postSlot(masjid, '14:30')
await confirmKhateeb(masjid, khateeb, slot)
const page = await openAs(site, khateeb)

/** Expects that the screen has the header of the masjid's screens. */
async function expectHeader(): Promise<void> {
  const main = page.getByRole('main')
  await main.getByRole('heading', { level: 1, name: 'Masjid an-Nur', exact: true }).waitFor()
  await main.getByText('7 Mill Road, Dearborn, MI 48126', { exact: true }).waitFor()
  const phone = main.getByRole('link', { name: '(313) 555-0123', exact: true })
  await expect.poll(() => phone.getAttribute('href')).toBe('tel:+13135550123')
  const website = main.getByRole('link', { name: 'nur.example', exact: true })
  await expect.poll(() => website.getAttribute('href')).toBe('https://nur.example')
}

test('masjid details show contact data and link to each khutbah', async () => {
  await page.goto(`/masjid-details/${masjid.uid}`)
  await expectHeader()
  await page.getByRole('heading', { level: 2, name: 'Upcoming Khutbahs', exact: true }).waitFor()
  await page.getByRole('link', { name: dayAndDate(friday), exact: true }).click()
  await expect.poll(() => page.url()).toBe(`${site.url}/khutbah/${friday}?masjid=${masjid.uid}`)
})

test('the card of a masjid’s only khutbah shows the number of open slots on the right', async () => {
  await page.goto(`/masjid-details/${masjid.uid}`)
  const badge = page.getByText('1 open slot', { exact: true })
  await badge.waitFor()
  const [box, main] = await Promise.all([badge.boundingBox(), page.getByRole('main').boundingBox()])
  expect(box?.x).toBeGreaterThan((main?.width ?? Number.NaN) / 2)
})

test('the dashboard links to /masjid-info, which has the same header as /masjid-details but no khutbahs', async () => {
  await page.goto('/dashboard')
  await row(page, 'Upcoming Khutbahs', longDate(friday)).getByRole('link', { name: 'Masjid an-Nur' }).click()
  await page.waitForURL(`**/masjid-info/${masjid.uid}`)
  await expectHeader()
  await expect.poll(() => page.getByText(longDate(friday)).count()).toBe(0)
  await page.getByRole('link', { name: 'Upcoming Khutbahs', exact: true }).click()
  await page.waitForURL(`**/masjid-details/${masjid.uid}`)
})

test('the screen of a khutbah has a card for each slot, with the slot’s khateeb or a request button', async () => {
  await page.goto(`/khutbah/${friday}?masjid=${masjid.uid}`)
  const main = page.getByRole('main')
  await main.getByRole('heading', { level: 1, name: dayAndDate(friday), exact: true }).waitFor()
  await main.getByRole('link', { name: 'Masjid an-Nur', exact: true }).waitFor()
  await main.getByText('7 Mill Road, Dearborn, MI 48126', { exact: true }).waitFor()
  await card(page, '1:00 PM').getByText(`Khateeb: ${khateeb.name}`).waitFor()
  await card(page, '2:30 PM').getByText('Khateeb: None').waitFor()
  await card(page, '2:30 PM').getByRole('button', { name: 'Request to Lead', exact: true }).waitFor()
  await expect.poll(() => main.getByRole('heading', { level: 2 }).count()).toBe(2)
})

test('a double click on Request to Lead sends one request', async () => {
  const page = await openAs(site, await newKhateeb(site.url), `/khutbah/${friday}?masjid=${masjid.uid}`)
  const held = await holdRequests(page, '**/add_khutbah_request')
  await card(page, '2:30 PM').getByRole('button', { name: 'Request to Lead', exact: true }).dblclick()
  await card(page, '2:30 PM').locator('button[aria-busy=true]').waitFor()
  held.release()
  await card(page, '2:30 PM').getByText('You requested it').waitFor()
  expect(held.count()).toBe(1)
})

test('the dashboard shows time, place and khateeb of a confirmed khutbah', async () => {
  await page.goto('/dashboard')
  const confirmed = row(page, 'Upcoming Khutbahs', dayAndDate(friday))
  const lines = async () => (await confirmed.innerText()).split(/\n+/)
  await expect
    .poll(lines)
    .toEqual(expect.arrayContaining(['1:00 PM · Dearborn', 'Masjid an-Nur', `Khateeb: ${khateeb.name}`]))
})

test('khateeb details keep line breaks, and hide the phone from other khateebs', async () => {
  const other = await newKhateeb(site.url)
  await other.client.call(updateUser, { uid: 'me', bio: 'Teacher.\nFather of three.', expertise: 'Seerah' })
  await page.goto(`/khateeb-details/${other.uid}`)
  await page.getByRole('heading', { level: 1, name: other.name, exact: true }).waitFor()
  await expect.poll(() => card(page, 'Bio').innerText()).toMatch(/Teacher\.\nFather of three\.$/)
  await card(page, 'Expertise').getByText('Seerah', { exact: true }).waitFor()
  const notice = page.getByText(/^To see the phone number, the khateeb must be confirmed within 3 days/)
  await notice.waitFor()

  await page.goto(`/khateeb-details/${khateeb.uid}`)
  await card(page, 'Phone').getByRole('link', { name: '(313) 555-0199' }).waitFor()
  await expect.poll(() => notice.count()).toBe(0)
})
