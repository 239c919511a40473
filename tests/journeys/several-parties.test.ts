import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { withActingParty } from '../../contract/acting-party.ts'
import { getSession, signIn } from '../../contract/identity.ts'
import { checkForChanges } from '../../contract/live.ts'
import { getMasjid } from '../../contract/own-records.ts'
import { landingAtRow, paths } from '../../contract/screen-paths.ts'
import { streamBounds } from '../../server/live/change-streams.ts'
import { insertMember, joinMasjid } from '../runtime/add-member.ts'
import { clientOf } from '../runtime/app.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../runtime/people.ts'
import { personIdOf } from '../runtime/person-id.ts'
import { friday, postSlot, requestSlot, slotSeenBy } from '../runtime/slots.ts'
import { narrowFamily, wideFamily } from '../runtime/test-fonts.ts'
import { fill, press, waitForToast } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { gotoUntilLive, gotoUntilQuiet, openAs, untilHydrated } from './pages.ts'
import { setFont } from './probes/layout.ts'
import { pressInDialog, readAndCloseToast } from './sections.ts'

let khateeb: TestAccount
let page: Page

// This site has no live updates, because new controls ignore presses for a moment after an update, and these tests press at once.
const site = await openSite()

beforeEach(async () => {
  khateeb = await newKhateeb(site.url)
  page = await openAs(site, khateeb)
})

const title = (of: Page) => of.getByRole('heading', { level: 1 })

/** Adds a masjid on the account screen, and waits for the masjid's home screen. Returns the masjid's uid. */
async function addMasjid(name: string): Promise<string> {
  await page.goto('/account')
  await press(page, 'Add a masjid')
  await fill(page, {
    'Masjid name': name,
    'Masjid address': '2 Oak Avenue',
    'ZIP code': '48126',
    Phone: '(313) 555-0144',
  })
  await press(page, 'Add masjid')
  await page.waitForURL(/\/masjid-landing\?as=/)
  await title(page).filter({ hasText: name }).waitFor()
  return new URL(page.url()).searchParams.get('as') ?? ''
}

test('a khateeb adds a masjid, and acts for each account in a different tab, even after a reload', async () => {
  await addMasjid('Masjid an-Nur')
  await press(page, 'Add New Khutbah')
  await fill(page, { Date: friday, 'Time of khutbah 1': '13:30' })
  await press(page, 'Add Khutbah')
  await page.getByText('1:30 PM').first().waitFor()

  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await title(other).filter({ hasText: khateeb.name }).waitFor()

  await page.reload()
  await title(page).filter({ hasText: 'Masjid an-Nur' }).waitFor()
  await page.getByRole('link', { name: 'About Us' }).click()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await title(page).filter({ hasText: 'Masjid an-Nur' }).waitFor()
  expect(new URL(page.url()).searchParams.has('as')).toBe(true)

  await other.reload()
  await title(other).filter({ hasText: khateeb.name }).waitFor()
})

test('the account screen lists the new masjid, and stays open, if the khateeb closed the dialog while the masjid was being added', async () => {
  await page.goto('/account')
  const held = await holdRequests(page, '**/add_masjid')
  await press(page, 'Add a masjid')
  await fill(page, {
    'Masjid name': 'Masjid as-Salam',
    'Masjid address': '2 Oak Avenue',
    'ZIP code': '48126',
    Phone: '(313) 555-0144',
  })
  await press(page, 'Add masjid')
  await expect.poll(held.count).toBe(1)
  await press(page, 'Cancel')
  await press(page, 'Change email')
  await fill(page, { 'New email': 'half-typed@minbar' })
  held.release()
  await waitForToast(page, 'Masjid as-Salam is added.')
  expect(await page.getByLabel('New email').inputValue()).toBe('half-typed@minbar')
  await press(page, 'Cancel')
  await page.getByRole('link', { name: 'Masjid as-Salam' }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/account')
})

test('the account screen says that a download has the data of only one of the user’s parties', async () => {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Download my data' }).waitFor()
  const hint = page.getByText('have files of their own')
  expect(await hint.count()).toBe(0)
  await addMasjid('Masjid ar-Rahma')
  await page.goto('/account')
  await hint.filter({ hasText: khateeb.name }).waitFor()
})

test('the account switcher opens the home screen of the other account', async () => {
  await addMasjid('Masjid al-Huda')
  await page.getByRole('button', { name: 'Masjid al-Huda' }).click()
  const items = page.locator('[popover]').getByRole('listitem')
  await items.filter({ hasText: 'Masjid al-Huda' }).getByText('Masjid (owner)').waitFor()
  await items.filter({ hasText: khateeb.name }).getByText('Khateeb', { exact: true }).waitFor()
  await page.locator('[popover]').getByRole('link', { name: khateeb.name }).click()
  await page.waitForURL(/\/dashboard\?as=/)
  await expect.poll(() => title(page).innerText()).toContain(khateeb.name)
})

test('with text twice as large on a phone, the account switcher shows the beginning of the account’s name', async () => {
  await addMasjid('Masjid al-Huda')
  await page.setViewportSize({ width: 360, height: 720 })
  for (const family of [narrowFamily, wideFamily]) {
    await setFont(page, '200%', family)
    const name = await page.getByRole('button', { name: 'Masjid al-Huda' }).locator('bdi').boundingBox()
    expect(name?.width).toBeGreaterThan(40)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }
})

test('a renamed masjid has its new name in the account switcher and on the account screen', async () => {
  const uid = await addMasjid('Masjid al-Huda')
  await gotoUntilQuiet(page, withActingParty(paths.aboutMe, uid))
  await fill(page, { 'Masjid name': 'Masjid an-Nur' })
  await press(page, 'Save')
  expect(await readAndCloseToast(page)).toBe('Profile updated successfully!')
  await page.getByRole('button', { name: 'Masjid an-Nur' }).click()
  await page.locator('[popover]').getByRole('link', { name: 'Masjid an-Nur' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Account and Security' }).click()
  await page.getByRole('main').getByText('Masjid an-Nur', { exact: true }).waitFor()
  expect(await page.getByText('Masjid al-Huda').count()).toBe(0)
})

test('a khateeb who deletes his masjid sees a toast about the deletion on his dashboard', async () => {
  const uid = await addMasjid('Masjid al-Huda')
  await page.goto(withActingParty(paths.members, uid))
  await untilHydrated(page)
  await press(page, 'Delete This Masjid')
  await fill(page, { 'Your password': password })
  await pressInDialog(page, 'Delete This Masjid')
  await page.waitForURL((url) => url.pathname === paths.dashboard)
  expect(await readAndCloseToast(page)).toBe('The masjid is deleted.')
})

test('the address of a link contains the party for which the tab acts', async () => {
  const uid = await addMasjid('Masjid al-Huda')
  const href = await page.getByRole('link', { name: 'Archived Khutbahs' }).getAttribute('href')
  expect(href).toBe(`/archived-khutbahs?as=${uid}`)
})

test('if a member acts as a khateeb, a link to a masjid’s row shows a notice with a link that opens the row for the masjid', async () => {
  const owner = await newMasjid(site.url)
  await addMasjid('Masjid al-Huda')
  const { db } = site.database
  await joinMasjid(db, await personIdOf(db, khateeb.uid), owner.uid, 'scheduler')
  const slot = await postSlot(owner)
  const { slotId } = await slotSeenBy(owner, slot)
  await requestSlot(await newKhateeb(site.url), slot)
  for (const address of [
    landingAtRow('masjid', slotId),
    withActingParty(landingAtRow('masjid', slotId), khateeb.uid),
  ]) {
    await page.goto(address)
    await page.getByRole('main').getByRole('link', { name: owner.name }).click()
    await title(page).filter({ hasText: owner.name }).waitFor()
    expect(await page.locator('[data-lit]:focus').innerText()).toContain('1 request')
  }
})

const liveSite = await openSite({}, { streamBounds })

/** Ends the khateeb's membership in a masjid, as another owner could. */
async function endMembership(masjidUid: string): Promise<void> {
  const { db } = liveSite.database
  await insertMember(db, masjidUid, 'owner')
  const personId = await personIdOf(db, khateeb.uid)
  await db
    .deleteFrom('memberships')
    .where('party_uid', '=', masjidUid)
    .where('person_id', '=', personId)
    .execute()
}

/** Waits until the page has reloaded for the user's first party, and says that the user is not a member of the masjid. */
async function untilReloadedForFirstParty(): Promise<void> {
  // Do not use `waitForURL`, because it rejects if a second refused call restarts the reload. The server checks a session only every 5
  // seconds, and the page then waits up to 7 seconds before it retries.
  const isReloaded = () => !new URL(page.url()).searchParams.has('as')
  await expect.poll(isReloaded, { timeout: 30_000 }).toBe(true)
  await page.getByText('This screen was for an account that you don’t belong to.').waitFor()
}

describe('with live updates', () => {
  beforeEach(async () => {
    khateeb = await newKhateeb(liveSite.url)
    page = await openAs(liveSite, khateeb)
  })

  test('a removed member’s tab soon reloads for the member’s first remaining account', async () => {
    const uid = await addMasjid('Masjid al-Huda')
    await gotoUntilLive(page, page.url())
    await endMembership(uid)
    await untilReloadedForFirstParty()
    await expect.poll(() => title(page).innerText()).toBe('This screen is for masjids')
  })

  test('a removed member sees a message after the reload, even if the live updates start while the old screen is still open', async () => {
    const uid = await addMasjid('Masjid al-Huda')
    const address = page.url()
    // Leave the old document, because it could also request the script.
    await page.goto('about:blank')
    const effects = await holdRequests(page, '**/assets/member-effects-*')
    // Wait for the bell's call, because it could start the reload before the press. The press would then wait for the held document.
    await gotoUntilQuiet(page, address)
    await title(page).filter({ hasText: 'Masjid al-Huda' }).waitFor()
    await expect.poll(effects.count).toBe(1)
    const newDocument = await holdRequests(page, /\/(masjid-landing|archived-khutbahs)$/u)
    await endMembership(uid)
    // Playwright's click would wait for the navigation to the held document.
    await page.getByRole('link', { name: 'Archived Khutbahs' }).evaluate((link: HTMLElement) => link.click())
    await expect.poll(newDocument.count).toBeGreaterThan(0)
    // Hold the stream of live updates, because its refusal would start the reload again.
    const live = await holdRequests(page, `**${checkForChanges.path}*`)
    effects.release()
    await expect.poll(live.count).toBe(1)
    newDocument.release()
    await untilReloadedForFirstParty()
  })

  test('a removed member with another masjid sees the message about the removal, and not the screen of the other masjid', async () => {
    await addMasjid('Masjid an-Nur')
    const uid = await addMasjid('Masjid al-Huda')
    await gotoUntilLive(page, page.url())
    await endMembership(uid)
    await untilReloadedForFirstParty()
    expect(await title(page).innerText()).toBe('This screen is for masjids')
    // Presses on a control that a live update has just shown are ignored, so press until the other screen opens.
    await expect
      .poll(async () => {
        await page
          .getByRole('link', { name: 'Masjid an-Nur' })
          .click({ timeout: 1_000 })
          .catch(() => undefined)
        return title(page).innerText()
      })
      .toBe('Masjid an-Nur')
  })

  test('a khateeb who owns a masjid requests a slot of this masjid and approves the request', async () => {
    const uid = await addMasjid('Masjid al-Huda')
    const { token = '' } = await clientOf(liveSite.url).call(signIn, { email: khateeb.email, password })
    const client = clientOf(liveSite.url, token)
    const session = await client.call(getSession, {})
    expect(session?.parties.map((it) => it.uid)).toEqual([khateeb.uid, uid])
    await press(page, 'Add New Khutbah')
    await fill(page, { Date: friday, 'Time of khutbah 1': '13:30' })
    await press(page, 'Add Khutbah')
    await page.getByText('1:30 PM').first().waitFor()
    const other = await page.context().newPage()
    await other.goto(`/khutbah/${friday}?masjid=${uid}`)
    await press(other, 'Request to Lead')
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    // A press right after the button has appeared would be ignored, so reload first.
    await page.reload()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect
      .poll(async () => (await client.call(getMasjid, { uid })).khutbahs[0]?.times[0]?.khateeb)
      .toBe(khateeb.name)
    await page.goto(withActingParty('/slot-history', uid))
    await page.getByText('Approved by you (also the khateeb), today').waitFor()
  })
})
