import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getMasjid } from '../../contract/directory.ts'
import { openSite, type Site, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type Person, password } from '../runtime/people.ts'
import { friday, fridayAfter, postSlot } from '../runtime/slots.ts'
import { field, fill, press, waitForToast } from './forms.ts'
import { openAs } from './pages.ts'
import { endSessions, signInAgainDialog } from './sign-in-again.ts'

let site: Site
let masjid: Person
let khateeb: Person
let page: Page

beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

beforeEach(async () => {
  masjid = await newMasjid(site.url)
  khateeb = await newKhateeb(site.url)
  await postSlot(masjid)
})

test('nothing is done in the name of somebody who has signed in elsewhere in the browser, and the tab becomes theirs', async () => {
  page = await openAs(site, khateeb, `/khutbah/${friday}?masjid=${masjid.uid}`)
  await page.getByRole('button', { name: 'Request to Lead' }).waitFor()
  const other = await newKhateeb(site.url)
  await signInOn(page, other)
  const anew = page.waitForEvent('load')
  await press(page, 'Request to Lead')
  await anew
  expect((await masjid.client.call(getMasjid, { uid: 'me' })).requests).toEqual([])
  await page.getByRole('link', { name: 'About Me' }).click()
  await expect.poll(() => field(page, 'Last name').inputValue()).toBe(other.name.replace('Yusuf ', ''))
})

test('a tab shows nothing any more of whom somebody else follows in another tab', async () => {
  page = await openAs(site, khateeb, '/dashboard')
  await page.getByRole('heading', { level: 1, name: khateeb.name }).waitFor()
  const tab = await page.context().newPage()
  await tab.goto('/dashboard')
  await press(tab, 'Logout')
  await tab.waitForURL('**/login')
  await fill(tab, { 'E-mail': masjid.email, Password: password })
  await press(tab, 'Login')
  await tab.waitForURL('**/masjid-landing')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('No user data found.')
})

test('somebody else who signs in is told so, sees a home of their own, and does nothing of what was begun', async () => {
  const other = await newMasjid(site.url)
  page = await openAs(site, masjid, '/masjid-landing')
  await press(page, 'Add New Khutbah')
  await page.getByLabel('Date').fill(fridayAfter(1))
  await endSessions(masjid)
  await press(page, 'Add Khutbah')
  await signInAgainDialog(page).getByLabel('E-mail').fill(other.email)
  await signInAgainDialog(page).getByLabel('Password', { exact: true }).fill(password)
  await signInAgainDialog(page).getByRole('button', { name: 'Login' }).click()
  await waitForToast(page, `You are signed in as ${other.name} now.`)
  await page.getByRole('heading', { level: 1, name: other.name }).waitFor()
  await page.getByRole('main').getByText('No upcoming khutbahs.').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})
