import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actingUidIn, withActingParty } from '../../contract/acting-party.ts'
import { landingPaths, paths } from '../../contract/screen-paths.ts'
import { openSite } from '../runtime/browser.ts'
import { newMasjid } from '../runtime/people.ts'
import { friday, fridayAfter, postSlot } from '../runtime/slots.ts'
import { khateebScreens, masjidScreens, newPair, openScreen } from './every-screen.ts'
import { fill, press } from './forms.ts'
import { openAs } from './pages.ts'

const site = await openSite()
const pair = await newPair(site.url)

/** Returns the addresses of all links to this site, except links to an element of the same screen. */
const linksOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href^="/"]')].map((it) => it.getAttribute('href') ?? ''),
  )

test.each(['khateeb', 'masjid'] as const)(
  'all links on the screens of a %s contain the party for which the tab acts',
  async (role) => {
    const { uid } = pair[role]
    const page = await openAs(site, pair[role])
    for (const screen of role === 'khateeb' ? khateebScreens(pair) : masjidScreens(pair)) {
      await openScreen(page, withActingParty(screen, uid))
      const links = await linksOn(page)
      expect([screen, links.length]).not.toEqual([screen, 0])
      expect([screen, links.filter((it) => actingUidIn(it) !== uid)]).toEqual([screen, []])
    }
  },
)

test('the link to the plan in the dialog for a new khutbah contains the party for which the tab acts', async () => {
  const { uid } = pair.masjid
  const page = await openAs(site, pair.masjid, withActingParty(landingPaths.masjid, uid))
  await press(page, 'Add New Khutbah')
  const link = page.getByRole('link', { name: 'Post every Friday with a plan instead' })
  expect(await link.getAttribute('href')).toBe(withActingParty(paths.plan, uid))
})

test('the screen of a khutbah still acts for the party of the tab after the slot has moved to another date', async () => {
  const masjid = await newMasjid(site.url)
  await postSlot(masjid)
  const page = await openAs(site, masjid, withActingParty(paths.khutbah(friday, masjid.uid), masjid.uid))
  await press(page, 'Move')
  const dialog = page.getByRole('dialog', { name: 'Move this khutbah' })
  await dialog.waitFor()
  await fill(page, { 'New date': fridayAfter(1) })
  await press(page, 'Move Khutbah')
  await page.waitForURL(`**/khutbah/${fridayAfter(1)}?*`)
  expect(actingUidIn(new URL(page.url()).search)).toBe(masjid.uid)
})
