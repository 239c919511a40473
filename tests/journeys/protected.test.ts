import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type Person, password } from '../runtime/people.ts'
import { friday, post } from '../runtime/slots.ts'
import { fill, press } from './forms.ts'

let site: Site
let khateeb: Person
let masjid: Person

beforeAll(async () => {
  site = await openSite()
  khateeb = await newKhateeb(site.url)
  masjid = await newMasjid(site.url)
  await post(masjid)
})
afterAll(() => site.close())

test.each([
  ['/dashboard', 'Assalamu alaikum'],
  ['/nearby-masjids', 'Nearby Masjids'],
  ['masjid details', 'Masjid'],
  ['masjid info', 'Masjid'],
  ['khutbah', 'Friday, December 4, 2099'],
  ['khateeb details', 'Yusuf'],
  ['/about-me', 'About Me'],
  ['/nearby-khateebs', 'Nearby Khateebs'],
  ['/masjid-landing', 'No masjid data found.'],
  ['/archived-khutbahs', 'No masjid data found.'],
])('%s leads nobody to the login, and from there back to it', async (screen, heading) => {
  const addresses: Readonly<Record<string, string>> = {
    'masjid details': `/masjid-details/${masjid.uid}`,
    'masjid info': `/masjid-info/${masjid.uid}`,
    khutbah: `/khutbah/${friday}?masjid=${masjid.uid}`,
    'khateeb details': `/khateeb-details/${khateeb.uid}`,
  }
  const address = addresses[screen] ?? screen
  const page = await site.open()
  await page.goto(address)
  await page.waitForURL((url) => url.pathname === '/login')
  expect(new URL(page.url()).searchParams.get('next')).toBe(address)
  await fill(page, { 'E-mail': khateeb.email, Password: password })
  await press(page, 'Login')
  await page.waitForURL((url) => url.pathname + url.search === address)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.context().close()
})
