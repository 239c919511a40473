import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { fridayAfter, postSlot, requestSlot } from '../runtime/slots.ts'
import { khateebScreens, masjidScreens, screensWithNames } from './every-screen.ts'
import { newPairWithLongNames, newPairWithShortNames } from './named-pairs.ts'
import { openPageForProbes, problemsOn } from './probes/screen-problems.ts'

const site = await openSite()
const [pair, pairWithShortNames] = await Promise.all([
  newPairWithLongNames(site.url),
  newPairWithShortNames(site),
])
// Send a second request, because the probes check that the buttons of two requests have different descriptions.
await requestSlot(pair.khateeb, await postSlot(pair.masjid, '16:00', fridayAfter(1)))

test.each([
  ['a khateeb', pair.khateeb, khateebScreens(pair)],
  ['a masjid', pair.masjid, masjidScreens(pair)],
  ['a khateeb with short names', pairWithShortNames.khateeb, screensWithNames('khateeb', pairWithShortNames)],
  ['a masjid with short names', pairWithShortNames.masjid, screensWithNames('masjid', pairWithShortNames)],
])('the screens of %s pass the layout and accessibility checks', async (_, person, screens) => {
  expect(await problemsOn(await openPageForProbes(site, person), screens)).toEqual({})
})
