import { expect, test } from 'vitest'
import { disableServerRendering } from '../../tools/browser/disable-server-rendering.ts'
import { openSite, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { postSlot } from '../runtime/slots.ts'
import { holdRequests } from './hold-requests.ts'
import { openAs, untilHydrated, untilPainted } from './pages.ts'
import { layoutShifts } from './probes/layout-shift.ts'

const site = await openSite()
const masjid = await newMasjid(site.url)
await newKhateeb(site.url)

test.each([
  ['the masjid’s slots', '/masjids/me'],
  ['the khateebs', '/get_khateebs'],
])(
  'the screen Nearby Khateebs without open slots does not shift on a phone if %s load last',
  async (_, last) => {
    const page = await site.open({ viewport: { width: 390, height: 844 } })
    await signInOn(page, masjid)
    await disableServerRendering(page)
    const held = await holdRequests(page, ({ pathname }) => pathname === last)
    await page.goto('/nearby-khateebs')
    await page.getByLabel('Loading…').first().waitFor()
    await expect.poll(held.count).toBe(1)
    // Wait until everything that is already loaded is painted, because only painted elements can shift.
    await layoutShifts(page)
    held.release()
    await page.getByText('You have no open slots.').waitFor()
    await page.getByRole('button', { name: 'Request This Khateeb' }).waitFor()
    expect(await layoutShifts(page)).toEqual([])
  },
)

test('the welcome banner of a khateeb without a bio causes no layout shift', async () => {
  const page = await openAs(site, await newKhateeb(site.url))
  await disableServerRendering(page)
  const record = page.waitForResponse('**/users/me?*')
  await page.route('**/get_masjids?*', async (route) => {
    await (await record).finished()
    await untilPainted(page)
    await route.fallback()
  })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Complete Profile' }).waitFor()
  expect(await layoutShifts(page)).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
})

test.each([
  ['a khateeb', newKhateeb, 'Masjids Near You', ['nearby-open-slots', 'closest-masjids']],
  ['a masjid', newMasjid, 'Nearby Khateebs', ['season-board', 'closest-khateebs']],
] as const)(
  'the home screen of %s shows its sections only when all their scripts are loaded',
  async (_, member, section, scripts) => {
    await postSlot(masjid)
    const page = await openAs(site, await member(site.url), '/about-us')
    const held = await holdRequests(page, ({ pathname }) =>
      scripts.some((it) => pathname.includes(`/${it}-`)),
    )
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect.poll(held.count).toBe(scripts.length)
    await page.getByLabel('Loading…').first().waitFor()
    // Wait until everything that is already loaded is painted, because only painted elements can shift.
    await layoutShifts(page)
    expect(await page.getByRole('heading', { name: section }).count()).toBe(0)
    held.release()
    await page.getByRole('heading', { name: section }).waitFor()
    expect(await page.getByLabel('Loading…').count()).toBe(0)
  },
)

test.each(['/login', '/khateeb-signup', '/masjid-signup'])(
  'the title of %s is in place on a phone before the rest of the document is loaded',
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

test('the logo is in place before the product’s name is loaded', async () => {
  const page = await site.open()
  await page.goto('/login')
  await untilHydrated(page)
  const logo = page.getByRole('banner').locator('svg').first()
  const whole = await logo.boundingBox()
  await logo.locator('~ *').evaluate((name) => name.remove())
  expect(await logo.boundingBox()).toEqual(whole)
})

test('the home page’s title and drawing are in place on a desktop before the rest of the document is loaded', async () => {
  const page = await site.open({ viewport: { width: 1280, height: 860 } })
  await page.goto('/')
  await untilHydrated(page)
  const title = page.getByRole('heading', { level: 1 })
  const drawing = page.getByRole('main').locator('svg').first()
  const whole = [await title.boundingBox(), await drawing.boundingBox()]
  await page.locator('h1 ~ *').evaluateAll((rest) => rest.forEach((it) => it.remove()))
  expect([await title.boundingBox(), await drawing.boundingBox()]).toEqual(whole)
})
