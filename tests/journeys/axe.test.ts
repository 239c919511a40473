import { matchPath } from 'react-router'
import { describe, expect, test } from 'vitest'
import { patterns } from '../../web/app/paths.ts'
import { openSite, signInOn } from '../runtime/browser.ts'
import { axeViolationsOn, firstDisplayMode } from './axe.ts'
import { khateebScreens, masjidScreens, newPair, publicScreens } from './every-screen.ts'

const site = await openSite()
const pair = await newPair(site.url)

describe('axe finds no violation on any screen', () => {
  test('of a signed-out visitor', async () => {
    const page = await site.open(firstDisplayMode)
    expect(await axeViolationsOn(page, publicScreens)).toEqual({})
  })

  test('of a khateeb', async () => {
    const page = await site.open(firstDisplayMode)
    await signInOn(page, pair.khateeb)
    expect(await axeViolationsOn(page, khateebScreens(pair))).toEqual({})
  })

  test('of a masjid', async () => {
    const page = await site.open(firstDisplayMode)
    await signInOn(page, pair.masjid)
    expect(await axeViolationsOn(page, masjidScreens(pair))).toEqual({})
  })
})

test('the axe tests cover every route of the page', async () => {
  const screens = [...publicScreens, ...khateebScreens(pair), ...masjidScreens(pair)]
  const tested = screens.map((screen) => new URL(screen, site.url).pathname)
  expect(
    Object.values(patterns).filter((pattern) => !tested.some((it) => matchPath(pattern, it) !== null)),
  ).toEqual([])
})
