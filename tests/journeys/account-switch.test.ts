import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { withActingParty } from '../../contract/acting-party.ts'
import { getMasjid } from '../../contract/own-records.ts'
import { paths } from '../../contract/screen-paths.ts'
import { openSite, replaceSession } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { friday, fridayAfter, postSlot } from '../runtime/slots.ts'
import { field, press, waitForToast } from './forms.ts'
import { gotoUntilQuiet, openAs, untilScriptsLoaded } from './pages.ts'
import { readAndCloseToast } from './sections.ts'
import { endSessions, signInAgainDialog, submitPassword } from './sign-in-again.ts'

let masjid: TestAccount
let khateeb: TestAccount
let page: Page

const site = await openSite()

beforeEach(async () => {
  masjid = await newMasjid(site.url)
  khateeb = await newKhateeb(site.url)
  await postSlot(masjid)
})

test('a tab refuses an action and reloads after another member has signed in with the same browser', async () => {
  page = await openAs(site, khateeb)
  await gotoUntilQuiet(page, `/khutbah/${friday}?masjid=${masjid.uid}`)
  await page.getByRole('button', { name: 'Request to Lead' }).waitFor()
  const other = await newKhateeb(site.url)
  await replaceSession(page, other)
  const reloaded = page.waitForEvent('load')
  await press(page, 'Request to Lead')
  await reloaded
  expect((await masjid.client.call(getMasjid, { uid: 'me' })).requests).toEqual([])
  await page.getByRole('link', { name: 'About Me' }).click()
  await expect.poll(() => field(page, 'Last name').inputValue()).toBe(other.name.replace('Yusuf ', ''))
})

test('a tab clears its data when another tab signs in another member', async () => {
  page = await openAs(site, khateeb, '/dashboard')
  await page.getByRole('heading', { level: 1, name: khateeb.name }).waitFor()
  await untilScriptsLoaded(page, 'member-effects')
  const tab = await page.context().newPage()
  await tab.goto('/dashboard')
  await endSessions(khateeb)
  await tab.getByRole('link', { name: /^(See More Masjids Nearby|Explore Other Masjids)$/ }).click()
  await signInAgainDialog(tab).getByLabel('Email').fill(masjid.email)
  await submitPassword(tab)
  await tab.waitForURL('**/masjid-landing')
  await expect
    .poll(() => page.getByRole('heading', { level: 1 }).innerText())
    .toBe('This screen is for khateebs')
})

test('a link to a screen of another account shows a message, and the home screen of the signed-in account', async () => {
  page = await openAs(site, khateeb)
  const other = await newKhateeb(site.url)
  for (const { uid } of [other, masjid]) {
    await page.goto(withActingParty(paths.dashboard, uid))
    expect(await readAndCloseToast(page)).toBe(
      `This screen was for an account that you don’t belong to. You are signed in as ${khateeb.name}.`,
    )
  }
  await page.getByRole('heading', { level: 1, name: khateeb.name }).waitFor()
})

test('signing in as another member in the dialog for an ended session discards the pending action and shows that member’s home screen', async () => {
  const other = await newMasjid(site.url)
  page = await openAs(site, masjid, '/masjid-landing')
  await press(page, 'Add New Khutbah')
  await page.getByLabel('Date').fill(fridayAfter(1))
  await endSessions(masjid)
  await press(page, 'Add Khutbah')
  await signInAgainDialog(page).getByLabel('Email').fill(other.email)
  await submitPassword(page)
  await waitForToast(page, `You are signed in as ${other.name} now.`)
  await page.getByRole('heading', { level: 1, name: other.name }).waitFor()
  await page.getByRole('main').getByText('No upcoming khutbahs.').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})
