import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { readCalendar } from '../runtime/read-calendar.ts'
import { confirmKhateeb, postSlot } from '../runtime/slots.ts'
import { press } from './forms.ts'
import { holdResponses } from './hold-requests.ts'
import { openAs } from './pages.ts'
import { readAndCloseToast } from './sections.ts'

const site = await openSite()

test('a khateeb makes a private calendar address, which returns his khutbahs, and deletes the address', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
  const page = await openAs(site, khateeb, '/account')
  await press(page, 'Set up my calendar')
  await press(page, 'Make an address')
  const address = await page.getByLabel('Calendar address').inputValue()
  expect(address.startsWith(`${site.url}/calendar/`)).toBe(true)
  const link = page.getByRole('link', { name: 'Open in your calendar' })
  expect(await link.getAttribute('href')).toBe(address.replace('http:', 'webcal:'))
  const file = await page.request.get(address)
  expect(readCalendar(await file.text())).toMatchObject([
    { title: `Khutbah at ${masjid.name}`, status: 'CONFIRMED' },
  ])

  await press(page, 'Close window')
  await press(page, 'Set up my calendar')
  await page.getByText('You made an address on').waitFor()
  expect(await page.getByLabel('Calendar address').count()).toBe(0)
  await press(page, 'Delete the address')
  const question = page.getByRole('alertdialog', { name: 'Delete your calendar address?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await page.request.get(address)).status()).toBe(200)
  await press(page, 'Delete the address')
  await question.getByRole('button', { name: 'Delete the address' }).click()
  expect(await readAndCloseToast(page)).toBe('The calendar address is deleted.')
  await page.getByRole('button', { name: 'Make an address' }).waitFor()
  expect((await page.request.get(address)).status()).toBe(404)
})

test('a new calendar address replaces the former one only after a confirmation', async () => {
  const page = await openAs(site, await newKhateeb(site.url), '/account')
  await press(page, 'Set up my calendar')
  await press(page, 'Make an address')
  const former = await page.getByLabel('Calendar address').inputValue()
  await press(page, 'Close window')
  await press(page, 'Set up my calendar')
  await press(page, 'Make a new address')
  const question = page.getByRole('alertdialog', { name: 'Replace your calendar address?' })
  await question.waitFor()
  expect((await page.request.get(former)).status()).toBe(200)
  await question.getByRole('button', { name: 'Make a new address' }).click()
  const address = await page.getByRole('textbox', { name: 'Calendar address' }).inputValue()
  expect(address).not.toBe(former)
  expect((await page.request.get(former)).status()).toBe(404)
  expect((await page.request.get(address)).status()).toBe(200)
})

test('a calendar address is shown even if the user closes the dialog while the address is being made', async () => {
  const page = await openAs(site, await newKhateeb(site.url), '/account')
  const held = await holdResponses(page, '**/make_calendar_address')
  await press(page, 'Set up my calendar')
  await press(page, 'Make an address')
  await expect.poll(held.count).toBe(1)
  await press(page, 'Close window')
  expect(await page.getByRole('dialog').count()).toBe(0)
  held.release()
  await press(page, 'Set up my calendar')
  const address = await page.getByLabel('Calendar address').inputValue()
  expect((await page.request.get(address)).status()).toBe(200)
})

test.each(['khateeb', 'masjid'] as const)('a %s downloads the calendar event of a khutbah', async (role) => {
  const people = { masjid: await newMasjid(site.url), khateeb: await newKhateeb(site.url) }
  const slot = await postSlot(people.masjid)
  await confirmKhateeb(people.masjid, people.khateeb, slot)
  await postSlot(people.masjid, '15:00')
  const page = await openAs(
    site,
    people[role],
    `/khutbah/${slot.khutbahDate}?masjid=${people.masjid.uid}&as=${people[role].uid}`,
  )
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Add to Calendar' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('khutbah.ics')
  const title = role === 'khateeb' ? `Khutbah at ${people.masjid.name}` : `Khutbah by ${people.khateeb.name}`
  expect(readCalendar(await readFile(await download.path(), 'utf8'))).toMatchObject([{ title }])
})
