import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { openAs, untilHydrated } from './pages.ts'

const infoSiteUrl = 'https://info.minbar.example/'
const phone = { viewport: { width: 360, height: 740 } }

const site = await openSite({ INFO_SITE_URL: infoSiteUrl })
const page = await site.open()

test.each(['/', '/home'])(
  '%s shows the headline, the drawing, and links to login, sign-ups and About Us',
  async (address) => {
    await page.goto(address)
    await page.getByRole('heading', { level: 1, name: 'Find Your Local Khateeb' }).waitFor()
    const main = page.getByRole('main')
    const ways = [
      ['Login', '/login'],
      ['Sign Up To Be A Khateeb', '/khateeb-signup'],
      ['Sign Up For Your Local Masjid', '/masjid-signup'],
      ['About Minbar, and How to Help', '/home-about-us'],
    ] as const
    for (const [name, to] of ways) {
      await expect.poll(() => main.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(to)
    }
    // The width is 0 until the drawing is loaded.
    const drawing = main.locator('svg use').first()
    const width = () => drawing.evaluate((it) => (it instanceof SVGGraphicsElement ? it.getBBox().width : 0))
    await expect.poll(width).toBeGreaterThan(0)
  },
)

// The second path cannot be decoded.
test.each(['/no/such/screen', '/%E0%A4%A'])('%s returns 404 with a link to the home page', async (to) => {
  const response = await page.goto(to)
  expect(response?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await page.getByRole('link', { name: 'Go to the Home Page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Find Your Local Khateeb' }).waitFor()
})

test('the Login button fills the width of a phone’s screen between the margins', async () => {
  const page = await site.open(phone)
  await page.goto('/')
  const login = page.getByRole('main').getByRole('link', { name: 'Login', exact: true })
  const [button, main] = await Promise.all([login.boundingBox(), page.getByRole('main').boundingBox()])
  const gutters = 2 * 24
  expect(button?.width).toBeGreaterThanOrEqual((main?.width ?? Number.NaN) - gutters)
})

const verse = {
  uthmani_script: { verses: [{ text_uthmani: 'سَلَـٰمٌ', verse_key: '97:5' }] },
  translation: {
    translations: [{ text: 'Peace it is until the emergence of dawn.', resource_name: 'A translator' }],
  },
  reference: 'Al-Qadr 97:5',
}

function isForVerse(request: Request): boolean {
  return request.url().endsWith('/random_ayah')
}

test.each([
  ['cannot be loaded', undefined],
  ['has no Arabic', { ...verse, uthmani_script: {} }],
  ['has no translation', { ...verse, translation: { translations: [] } }],
])('the home page keeps its greeting if the verse %s', async (_, body) => {
  const page = await site.open()
  await page.route('**/random_ayah', (route) =>
    body === undefined ? route.abort() : route.fulfill({ json: body }),
  )
  const finished =
    body === undefined
      ? page.waitForEvent('requestfailed', isForVerse)
      : page.waitForEvent('requestfinished', isForVerse)
  await page.goto('/')
  await finished
  await expect
    .poll(async () => (await page.getByRole('figure').innerText()).split(/\s+/))
    .toEqual(['Salam', 'Peace'])
  await page.context().close()
})

test.each([
  ['its font', '**/nothing-of-the-kind'],
  ['no font', '**/amiri-quran*'],
])(
  'a verse with its translation and reference replaces the home page’s greeting (with %s)',
  async (_, blocked) => {
    const page = await site.open()
    await page.route('**/random_ayah', (route) => route.fulfill({ json: verse }))
    await page.route(blocked, (route) => route.abort())
    await page.goto('/')
    await page.getByText('Peace it is until the emergence of dawn.').waitFor()
    const figure = page.getByRole('figure')
    await expect.poll(() => figure.innerText()).toContain('Al-Qadr 97:5')
    await expect.poll(() => figure.locator('[lang=ar]').innerText()).toBe('سَلَـٰمٌ')
    await expect.poll(() => figure.getByText('Salam').count()).toBe(0)
    await page.context().close()
  },
)

test('the home page shows a verse from the server, with its translation', async () => {
  await page.goto('/')
  await expect
    .poll(() => page.getByRole('figure').locator('[lang=ar]').innerText())
    .toMatch(/^[\u0600-\u06ff ]+$/)
  await expect.poll(() => page.getByRole('figure').innerText()).toContain('Saheeh International')
})

test.each([
  ['a khateeb', newKhateeb, '/dashboard'],
  ['a masjid', newMasjid, '/masjid-landing'],
] as const)(
  '%s who is signed in sees the dashboard link before any external script has run',
  async (_, newPerson, to) => {
    const page = await openAs(site, await newPerson(site.url), to)
    await page.getByRole('button', { name: 'Logout' }).waitFor()
    await page.route('**/assets/first-*.js', (route) => route.abort())
    for (const screen of ['/', '/login']) {
      await page.goto(screen)
      const bar = page.getByRole('navigation', { name: 'Main' })
      await expect.poll(() => bar.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe(to)
      expect(await bar.getByRole('link', { name: 'Login' }).count()).toBe(0)
    }
    await page.unroute('**/assets/first-*.js')
    await page.goto('/')
    await page.getByRole('link', { name: 'Go to My Dashboard' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    const bar = page.getByRole('navigation', { name: 'Main' })
    await bar.getByRole('link', { name: 'Login' }).waitFor()
    expect(await bar.getByRole('link', { name: 'Dashboard' }).count()).toBe(0)
  },
)

test('the menu button of a phone shows and hides the links, and the logo links to the home page', async () => {
  const page = await site.open(phone)
  await page.goto('/login')
  await untilHydrated(page)
  const menu = page.getByRole('button', { name: 'Menu' })
  const bar = page.getByRole('navigation', { name: 'Main' })
  const names = ['Login', 'Khateeb Sign Up', 'Masjid Sign Up', 'About Us']
  const shown = () => bar.getByRole('listitem').getByRole('link').allInnerTexts()
  await expect.poll(shown).toEqual([])
  await menu.click()
  await expect.poll(shown).toEqual(names)
  await menu.click()
  await expect.poll(shown).toEqual([])
  await menu.click()
  await page.keyboard.press('Escape')
  await expect.poll(shown).toEqual([])
  await expect.poll(() => menu.evaluate((it) => it === document.activeElement)).toBe(true)

  const info = bar.getByRole('link', { name: 'About Us', includeHidden: true })
  expect([await info.getAttribute('href'), await info.getAttribute('target')]).toEqual([
    infoSiteUrl,
    '_blank',
  ])
  await bar.getByRole('link', { name: 'Minbar, home' }).click()
  await page.getByRole('heading', { level: 1, name: 'Find Your Local Khateeb' }).waitFor()
})
