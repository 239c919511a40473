import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { holdRequests } from './hold-requests.ts'
import { untilHydrated, withoutServerRendering } from './pages.ts'

let site: Site
let masjid: Person

beforeAll(async () => {
  site = await openSite()
  masjid = await newMasjid(site.url)
  await newKhateeb(site.url)
})
afterAll(() => site.close())

/** How much of the screen has moved so far by itself, as browsers reckon it. */
function moved(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const reckon = () => {
          new PerformanceObserver((list) =>
            resolve(list.getEntries().reduce((sum, it) => sum + ('value' in it ? Number(it.value) : 0), 0)),
          ).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
        }
        // When all that has come is drawn.
        requestAnimationFrame(() => requestAnimationFrame(reckon))
      }),
  )
}

test.each([
  ['its slots', '/masjids/me'],
  ['the khateebs', '/get_khateebs'],
])('on a phone a masjid without open slots sees nothing move when %s come last', async (_, last) => {
  const page = await site.open({ viewport: { width: 390, height: 844 } })
  await signInOn(page, masjid)
  await withoutServerRendering(page)
  const held = await holdRequests(page, ({ pathname }) => pathname === last)
  await page.goto('/nearby-khateebs')
  await page.getByLabel('Loading…').first().waitFor()
  await expect.poll(held.count).toBe(1)
  // Whatever doesn't wait is drawn by then.
  await moved(page)
  held.release()
  await page.getByText('You have no open slots.').waitFor()
  await page.getByRole('button', { name: 'Request This Khateeb' }).waitFor()
  expect(await moved(page)).toBe(0)
})

test.each(['/login', '/khateeb-signup', '/masjid-signup'])(
  'on a phone the form of %s begins where it does, however much of its document has come',
  async (address) => {
    const page = await site.open({ viewport: { width: 390, height: 844 } })
    await page.goto(address)
    await untilHydrated(page)
    const title = page.getByRole('heading', { level: 1 })
    const whole = await title.boundingBox()
    await page.locator('form > :not(:first-child)').evaluateAll((rest) => rest.forEach((it) => it.remove()))
    expect(await title.boundingBox()).toEqual(whole)
  },
)

test('on a desktop the home page’s drawing and title stand where they do, however much of the document has come', async () => {
  const page = await site.open({ viewport: { width: 1280, height: 860 } })
  await page.goto('/')
  await untilHydrated(page)
  const title = page.getByRole('heading', { level: 1 })
  const drawing = page.getByRole('main').locator('svg').first()
  const whole = [await title.boundingBox(), await drawing.boundingBox()]
  await page.locator('h1 ~ *').evaluateAll((rest) => rest.forEach((it) => it.remove()))
  expect([await title.boundingBox(), await drawing.boundingBox()]).toEqual(whole)
})
