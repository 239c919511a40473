import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { getMasjid } from '../../contract/directory.ts'
import { acceptInvite, requestKhateeb } from '../../contract/proposals.ts'
import { openSite, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { friday, postSlot, slotSeenBy } from '../runtime/slots.ts'
import { errorAt, field, fill, press } from './forms.ts'
import { nextToast } from './sections.ts'

let page: Page
let masjid: Person

const site = await openSite()

beforeEach(async () => {
  masjid = await newMasjid(site.url)
  page = await site.open()
  await signInOn(page, masjid)
})

const record = () => masjid.client.call(getMasjid, { uid: 'me' })

/** Posts a slot and confirms the khateeb for it. */
async function confirmed(by: Person, khateeb: Person) {
  const slot = await postSlot(by)
  await by.client.call(requestKhateeb, { khateebUid: khateeb.uid, ...slot })
  await khateeb.client.call(acceptInvite, { khateebUid: 'me', ...slot })
  return slot
}

test('a masjid can change its name, address, phone and website', async () => {
  await page.goto('/masjid-landing')
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await page.getByRole('heading', { level: 1, name: 'Masjid profile' }).waitFor()
  await fill(page, {
    'Masjid name': 'Masjid as-Salam',
    'Masjid address': '2 Main Street',
    Phone: '3135550177',
    Website: 'salam.example',
  })
  await press(page, 'Save')
  expect(await nextToast(page)).toBe('Profile updated successfully!')
  await expect.poll(() => field(page, 'Website').inputValue()).toBe('https://salam.example')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await page.getByRole('heading', { level: 1, name: 'Masjid as-Salam' }).waitFor()
  expect(await record()).toMatchObject({ masjidAddress: '2 Main Street', phone: '3135550177' })
})

test('a new ZIP code changes the time zone, and khutbahs keep their wall-clock time', async () => {
  const slot = await postSlot(masjid)
  await page.goto('/about-me')
  await fill(page, { 'ZIP code': '97201' })
  await press(page, 'Save')
  expect(await nextToast(page)).toBe('Profile updated successfully!')
  await expect.poll(() => field(page, 'Time zone').inputValue()).toBe('America/Los_Angeles')
  expect((await slotSeenBy(masjid, slot)).startsAt).toBe(`${friday}T21:00:00.000Z`)

  const offered = await field(page, 'Time zone').getByRole('option').allTextContents()
  expect(offered).toEqual(['Pacific Time (Los Angeles)', 'Mountain Time (Boise)'])
  await field(page, 'Time zone').selectOption({ label: 'Mountain Time (Boise)' })
  await press(page, 'Save')
  expect(await nextToast(page)).toBe('Profile updated successfully!')
  expect(await record()).toMatchObject({ timeZone: 'America/Boise', zipCode: '97201' })
})

test('a time zone in which a khateeb would have overlapping slots is refused, and the error names the khateeb', async () => {
  const khateeb = await newKhateeb(site.url)
  await confirmed(masjid, khateeb)
  await confirmed(await newMasjid(site.url, { zipCode: '60601' }), khateeb)
  await page.goto('/about-me')
  await field(page, 'Time zone').selectOption('America/Menominee')
  await press(page, 'Save')
  expect(await nextToast(page)).toBe('Failed to update profile.')
  const sentence = 'With this time zone, these khateebs would have to be in two places at once'
  await expect.poll(() => errorAt(page, 'Time zone')).toBe(`${sentence}: ${khateeb.name}.`)
  expect((await record()).timeZone).toBe('America/Detroit')
})
