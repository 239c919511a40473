import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { getKhateebDetails } from '../../contract/directory.ts'
import { getMasjid, getUser, updateUser } from '../../contract/own-records.ts'
import { openSite } from '../runtime/browser.ts'
import { longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { confirmKhateeb, friday, postSlot, slotSeenBy } from '../runtime/slots.ts'
import { errorAt, field, fill, press, waitForToast } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { openAs, untilHydrated, untilPainted } from './pages.ts'
import { readAndCloseToast } from './sections.ts'

const site = await openSite()

let page: Page

/** Saves the open profile. */
async function save(): Promise<void> {
  await press(page, 'Save')
  expect(await readAndCloseToast(page)).toBe('Profile updated successfully!')
}

describe('the profile of a khateeb', () => {
  let khateeb: TestAccount
  beforeEach(async () => {
    khateeb = await newKhateeb(site.url)
    page = await openAs(site, khateeb, '/about-me')
  })

  const record = () => khateeb.client.call(getUser, { uid: 'me' })

  test('a khateeb’s saved profile is shown to masjids', async () => {
    await fill(page, {
      'First name': 'Bilal',
      'Last name': 'Ali',
      Bio: 'Teacher.\nFather of three.',
      Expertise: 'Seerah',
      Phone: '2125550123',
      'ZIP code': '10001',
    })
    await expect.poll(() => field(page, 'City').inputValue()).toBe('New York')
    await save()
    await page.reload()
    await expect.poll(() => field(page, 'Bio').inputValue()).toBe('Teacher.\nFather of three.')
    await expect.poll(() => field(page, 'Phone').inputValue()).toBe('(212) 555-0123')
    await expect.poll(() => field(page, 'City').inputValue()).toBe('New York')

    const masjid = await newMasjid(site.url)
    const seen = await masjid.client.call(getKhateebDetails, { id: khateeb.uid })
    expect(seen).toMatchObject({ firstName: 'Bilal', lastName: 'Ali', expertise: 'Seerah', city: 'New York' })
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Assalamu alaikum, Bilal Ali' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Complete Profile' }).count()).toBe(0)
  })

  test('a long text in a khateeb’s profile has a character counter, and each invalid field shows its error', async () => {
    await fill(page, { 'First name': '', Bio: 'a'.repeat(2_001), Phone: '313' })
    await page.getByText('2,001 / 2,000').waitFor()
    await page.getByText('1 character too many').waitFor()
    await press(page, 'Save')
    expect(await readAndCloseToast(page)).toBe('First name is required.')
    await expect.poll(() => errorAt(page, 'Bio')).toBe('Bio may have at most 2000 characters.')
    await expect.poll(() => errorAt(page, 'Phone')).toBe('Please enter a valid 10-digit phone number')
    expect((await record()).bio).toBe('')
  })

  test('a server error is shown at its field, and a failed save keeps the typed text', async () => {
    await fill(page, { Bio: 'Teacher.', 'ZIP code': '00000' })
    expect(await readAndCloseToast(page)).toBe('Please use a valid US address')
    await press(page, 'Save')
    await waitForToast(page, 'Failed to update profile.')
    await expect.poll(() => errorAt(page, 'ZIP code')).toBe('Please use a valid US address')

    await fill(page, { 'ZIP code': '10001' })
    await page.route('**/users/me', (route) => route.abort())
    // Press Enter, because toasts cover the button.
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await waitForToast(page, 'Failed to update profile.')
    await waitForToast(page, 'Network error. Please check your connection.')
    await expect.poll(() => field(page, 'Bio').inputValue()).toBe('Teacher.')
  })

  test('a ZIP code that is not found shows an error only while it is in the field', async () => {
    await untilHydrated(page)
    const held = await holdRequests(page, /\/zip\//u)
    await fill(page, { 'ZIP code': '00000' })
    await expect.poll(held.count).toBe(1)
    await field(page, 'ZIP code').fill('10001')
    const answered = page.waitForResponse(/\/zip\/00000/u)
    held.release()
    await (await answered).finished()
    await untilPainted(page)
    expect(await errorAt(page, 'ZIP code')).toBe('')
    expect(await page.locator('.Toastify__toast').count()).toBe(0)
    await fill(page, { 'ZIP code': '00000' })
    expect(await readAndCloseToast(page)).toBe('Please use a valid US address')
    expect(await errorAt(page, 'ZIP code')).toBe('Please use a valid US address')
  })

  test('unsaved changes of a profile survive navigation, a reload, and a change that another device has saved meanwhile', async () => {
    await fill(page, { Bio: 'Half a sent', 'ZIP code': '10001' })
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /^Assalamu alaikum/ }).waitFor()
    await khateeb.client.call(updateUser, { uid: 'me', expertise: 'Seerah' })
    await page.getByRole('link', { name: 'About Me' }).click()
    await page.getByText('Not saved yet').waitFor()
    await page.reload()
    await expect.poll(() => field(page, 'Expertise').inputValue()).toBe('Seerah')
    await expect.poll(() => field(page, 'Bio').inputValue()).toBe('Half a sent')
    await expect.poll(() => field(page, 'City').inputValue()).toBe('New York')

    await save()
    expect(await record()).toMatchObject({ bio: 'Half a sent', expertise: 'Seerah', zipCode: '10001' })
    await expect.poll(() => page.getByText('Not saved yet').count()).toBe(0)

    await fill(page, { Bio: 'Something else' })
    await page.reload()
    await press(page, 'Discard Changes')
    await expect.poll(() => field(page, 'Bio').inputValue()).toBe('Half a sent')
    await page.reload()
    await field(page, 'Bio').waitFor()
    await expect.poll(() => page.getByText('Not saved yet').count()).toBe(0)
  })

  test('the profile form shows the latest saved profile, even if another device saved it', async () => {
    await fill(page, { Bio: 'From the phone.' })
    await save()
    await khateeb.client.call(updateUser, { uid: 'me', bio: 'From the laptop.' })
    await page.reload()
    await expect.poll(() => field(page, 'Bio').inputValue()).toBe('From the laptop.')
    expect(await page.getByText('Not saved yet').count()).toBe(0)
  })

  test('logging out deletes unsaved changes of a profile', async () => {
    await fill(page, { Bio: 'Delete this draft' })
    await press(page, 'Logout')
    await page.waitForURL('**/login')
    await expect
      .poll(() => page.evaluate(() => Object.values(sessionStorage).join()))
      .not.toContain('Delete this draft')
  })
})

describe('the profile of a masjid', () => {
  let masjid: TestAccount
  beforeEach(async () => {
    masjid = await newMasjid(site.url)
    page = await openAs(site, masjid, '/about-me')
  })

  const record = () => masjid.client.call(getMasjid, { uid: 'me' })

  test('a masjid can change its name, address, phone and website', async () => {
    await page.goto('/masjid-landing')
    await page.getByRole('link', { name: 'Edit Profile' }).click()
    await page.getByRole('heading', { level: 1, name: 'Masjid Profile' }).waitFor()
    await fill(page, {
      'Masjid name': 'Masjid as-Salam',
      'Masjid address': '2 Main Street',
      Phone: '3135550177',
      Website: 'salam.example',
    })
    await save()
    await expect.poll(() => field(page, 'Website').inputValue()).toBe('https://salam.example')
    await page.getByRole('button', { name: 'Go Back' }).click()
    await page.getByRole('heading', { level: 1, name: 'Masjid as-Salam' }).waitFor()
    expect(await record()).toMatchObject({ masjidAddress: '2 Main Street', phone: '3135550177' })
  })

  test('a new ZIP code changes the time zone, and khutbahs keep their wall-clock time', async () => {
    const slot = await postSlot(masjid)
    await fill(page, { 'ZIP code': '97201' })
    await save()
    await expect.poll(() => field(page, 'Time zone').inputValue()).toBe('America/Los_Angeles')
    expect((await slotSeenBy(masjid, slot)).startsAt).toBe(`${friday}T21:00:00.000Z`)

    const offered = await field(page, 'Time zone').getByRole('option').allTextContents()
    expect(offered).toEqual(['Pacific Time (Los Angeles)', 'Mountain Time (Boise)'])
    await field(page, 'Time zone').selectOption({ label: 'Mountain Time (Boise)' })
    await save()
    expect(await record()).toMatchObject({ timeZone: 'America/Boise', zipCode: '97201' })
  })

  test('a time zone in which a khateeb would have overlapping slots is refused, and the error shows the khateeb and the slot', async () => {
    const khateeb = await newKhateeb(site.url)
    for (const by of [masjid, await newMasjid(site.url, { zipCode: '60601' })])
      await confirmKhateeb(by, khateeb, await postSlot(by))
    await field(page, 'Time zone').selectOption('America/Menominee')
    await press(page, 'Save')
    expect(await readAndCloseToast(page)).toBe('Failed to update profile.')
    const sentence = `In the new time zone, ${khateeb.name} would have to be in two places at once on ${longDate(friday)} at 1:00 PM.`
    await expect.poll(() => errorAt(page, 'Time zone')).toBe(sentence)
    expect((await record()).timeZone).toBe('America/Detroit')
  })
})
