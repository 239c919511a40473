import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { friday, postSlot, requestSlot, slotSeenBy } from '../runtime/slots.ts'
import { press } from './forms.ts'
import { card, openAs } from './pages.ts'
import { readAndCloseToast, row, selectSlot } from './sections.ts'

const site = await openSite()
const label = `${longDate(friday)} · 1:00 PM`

test('a slot chosen on the dashboard is also chosen on the khateeb’s details, and is still chosen after Go Back', async () => {
  const near = { zipCode: '96910' }
  const [masjid, khateeb] = [await newMasjid(site.url, near), await newKhateeb(site.url, near)]
  await postSlot(masjid)
  await postSlot(masjid, '15:00')
  const page = await openAs(site, masjid, '/masjid-landing')
  const nearby = row(page, 'Nearby Khateebs', khateeb.name)
  await selectSlot(nearby)
  await nearby.getByRole('link', { name: khateeb.name }).click()
  await page.getByRole('heading', { level: 1, name: khateeb.name }).waitFor()
  const picker = page.getByRole('combobox', { name: 'Khutbah slot' })
  const { slotId } = await slotSeenBy(masjid, {
    masjidUid: masjid.uid,
    khutbahDate: friday,
    khutbahTime: '13:00',
  })
  expect(page.url()).toBe(`${site.url}/khateeb-details/${khateeb.uid}?slot=${slotId}`)
  expect(await picker.inputValue()).toBe(slotId)
  await press(page, 'Request This Khateeb')
  expect(await readAndCloseToast(page)).toBe(
    `Invite sent to ${khateeb.name} for ${longDate(friday)} at 1:00 PM`,
  )
  await card(page, 'The Slot to Fill').getByText('Invited to this slot').waitFor()

  await press(page, 'Go Back')
  await expect.poll(() => nearby.getByRole('combobox').locator('option:checked').innerText()).toBe(label)
})

test('a masjid approves a request on the khateeb’s details', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  const slot = await postSlot(masjid)
  await requestSlot(khateeb, slot)
  const page = await openAs(site, masjid, '/masjid-landing')
  await row(page, 'Pending Requests', khateeb.name).getByRole('link', { name: khateeb.name }).click()
  const offered = card(page, 'The Slot to Fill')
  await offered.getByText('Has asked for this slot').waitFor()
  await offered.getByRole('button', { name: 'Approve' }).click()
  expect(await readAndCloseToast(page)).toBe('Request approved successfully! Please refresh.')
  await offered.getByText('Confirmed').waitFor()
  expect(await slotSeenBy(masjid, slot)).toMatchObject({ khateebUid: khateeb.uid })
})

test('a masjid rejects a request on the khateeb’s details', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  const slot = await postSlot(masjid)
  await requestSlot(khateeb, slot)
  const { slotId } = await slotSeenBy(masjid, slot)
  const page = await openAs(site, masjid, `/khateeb-details/${khateeb.uid}?slot=${slotId}`)
  const offered = card(page, 'The Slot to Fill')
  await offered.getByRole('button', { name: 'Reject' }).click()
  expect(await readAndCloseToast(page)).toBe('Request rejected')
  await offered.getByRole('button', { name: 'Request This Khateeb' }).waitFor()
  expect(await slotSeenBy(masjid, slot)).toMatchObject({ khateebUid: null, pending: [] })
})

test('a masjid without open slots cannot invite a khateeb, and the screens show the reason', async () => {
  const near = { zipCode: '00601' }
  const [masjid, khateeb] = [await newMasjid(site.url, near), await newKhateeb(site.url, near)]
  const page = await openAs(site, masjid)
  for (const screen of ['/masjid-landing', `/khateeb-details/${khateeb.uid}`, '/nearby-khateebs']) {
    await page.goto(screen)
    const button = page.getByRole('button', { name: 'Request This Khateeb' })
    await button.waitFor()
    expect(await button.isDisabled()).toBe(true)
    const reason = page.getByText('You have no open slots. Post a khutbah, then request a khateeb for it.')
    const id = await reason.getAttribute('id')
    expect((await button.getAttribute('aria-describedby'))?.split(' ')).toContain(id)
  }
  await postSlot(masjid)
  await page.reload()
  await expect.poll(() => page.getByRole('button', { name: 'Request This Khateeb' }).isEnabled()).toBe(true)
})

test('a masjid’s details let a khateeb request a slot, and link the masjid’s address to directions', async () => {
  const masjid = await newMasjid(site.url, { masjidAddress: '7 Mill Road & Elm' })
  await postSlot(masjid)
  await postSlot(masjid, '15:00')
  const page = await openAs(site, await newKhateeb(site.url), `/masjid-details/${masjid.uid}`)
  const directions = page.getByRole('link', { name: /^Directions to/ })
  expect(await directions.getAttribute('href')).toBe(
    'https://www.google.com/maps/dir/?api=1&destination=7%20Mill%20Road%20%26%20Elm%2C%20Dearborn%2C%20MI%2048126',
  )
  const slots = page.getByRole('list', { name: 'Slots' }).getByRole('listitem')
  await slots.filter({ hasText: '3:00 PM' }).getByRole('button').click()
  expect(await readAndCloseToast(page)).toBe('Your request to lead the khutbah at 3:00 PM has been sent.')
  await slots.filter({ hasText: '3:00 PM' }).getByText('You requested it').waitFor()
  await slots.filter({ hasText: '1:00 PM' }).getByRole('button', { name: 'Request to Lead' }).waitFor()
})
