import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSite, type Site, signInOn } from '../runtime/browser.ts'
import { findingsOn, looks, optionsFor, turnTo } from './axe.ts'
import { khateebScreens, masjidScreens, newPair, type Pair, publicScreens } from './every-screen.ts'

let site: Site
let pair: Pair

beforeAll(async () => {
  site = await openSite()
  pair = await newPair(site.url)
})
afterAll(() => site.close())

describe.each(looks)('axe finds nothing on $name, on any screen', (look) => {
  test('of nobody', async () => {
    const page = await turnTo(await site.open(optionsFor(look)), look)
    expect(await findingsOn(page, publicScreens)).toEqual({})
  })

  test('of a khateeb', async () => {
    const page = await turnTo(await site.open(optionsFor(look)), look)
    await signInOn(page, pair.khateeb)
    expect(await findingsOn(page, khateebScreens(pair))).toEqual({})
  })

  test('of a masjid', async () => {
    const page = await turnTo(await site.open(optionsFor(look)), look)
    await signInOn(page, pair.masjid)
    expect(await findingsOn(page, masjidScreens(pair))).toEqual({})
  })
})
