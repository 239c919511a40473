import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { blockAccount } from '../../contract/blocks.ts'
import { updateUser } from '../../contract/own-records.ts'
import { openSiteInServerProcess, signInOn } from '../runtime/browser.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { injectionStrings } from '../runtime/injection-strings.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, friday, inviteKhateeb, postSlot, requestSlot } from '../runtime/slots.ts'
import { openScreen } from './every-screen.ts'

declare global {
  interface Window {
    /** A hostile string sets this value if it runs as a script. */
    broken?: unknown
  }
}

/** A website URL with all hostile characters that a URL may have. */
const website = "https://minbar.example/?'onmouseover=window.broken=12;//&lt;script&gt;javascript:{{7*7}}${1}"

const dataDir = await newDataFolder()
const site = await openSiteInServerProcess({ DATA_DIR: dataDir })
const khateebs = await Promise.all(
  pairs(injectionStrings).map(([firstName, lastName]) => newKhateeb(site.url, { firstName, lastName })),
)
const masjids = await Promise.all(
  pairs(pairs(injectionStrings).map((two) => two.join(' '))).map(([masjidName, masjidAddress]) =>
    newMasjid(site.url, {
      masjidName: masjidName.slice(0, 200),
      masjidAddress: masjidAddress.slice(0, 200),
      website,
    }),
  ),
)
const [masjid, ...others] = masjids
const [khateeb] = khateebs
if (masjid === undefined || khateeb === undefined) throw new Error('The list of hostile strings is empty.')
await khateeb.client.call(updateUser, {
  uid: 'me',
  bio: injectionStrings.join('\n'),
  expertise: injectionStrings.join(' ').slice(0, 500),
})
const [confirmedSlot, requestedSlot] = [await postSlot(masjid, '10:00'), await postSlot(masjid, '13:00')]
await confirmKhateeb(masjid, khateeb, confirmedSlot)
for (const one of khateebs) await requestSlot(one, requestedSlot)
for (const one of others) {
  const slot = await postSlot(one, '14:30')
  await inviteKhateeb(one, khateeb, slot)
}

function pairs(words: readonly string[]): [string, string][] {
  const even = words.filter((_, index) => index % 2 === 0)
  return even.map((one, index) => [one, words[2 * index + 1] ?? one])
}

/**
 * Opens a page that throws if a dialog opens. A violation of the Content Security Policy makes closing the site fail at the end of the
 * file.
 */
async function openMonitoredPage(): Promise<Page> {
  const page = await site.open()
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`)
  })
  return page
}

/** Opens screens, and returns injected scripts, extra frames and foreign origins by screen. */
async function injectionsOn(page: Page, screens: readonly string[]): Promise<Record<string, unknown>> {
  const wrong: Record<string, unknown> = {}
  for (const screen of screens) {
    await openScreen(page, screen)
    const broken = await page.evaluate(() => window.broken)
    const frames = page.frames().length
    const { origin } = new URL(page.url())
    if (broken !== undefined || frames !== 1 || origin !== site.url)
      wrong[screen] = { broken, frames, origin }
  }
  return wrong
}

/** Collapses white space, as browsers do. */
const collapse = (words: string) => words.replace(/\s+/g, ' ').trim()

test('hostile names and texts run no script on a masjid’s screens', async () => {
  const page = await openMonitoredPage()
  await signInOn(page, masjid)
  const q = encodeURIComponent(injectionStrings.slice(0, 4).join(' '))
  const screens = [
    '/nearby-khateebs',
    `/nearby-khateebs?q=${q}`,
    '/about-me',
    '/archived-khutbahs',
    '/slot-history',
    '/account',
  ]
  const about = `/khateeb-details/${khateeb.uid}`
  await masjid.client.call(blockAccount, { masjidUid: 'me', khateebUid: khateeb.uid })
  expect(await injectionsOn(page, [...screens, '/masjid-landing', about])).toEqual({})
  const text = collapse(await page.getByRole('main').innerText())
  for (const words of injectionStrings) expect(text).toContain(collapse(words))
})

test('hostile names and texts run no script on a khateeb’s screens', async () => {
  const page = await openMonitoredPage()
  await signInOn(page, khateeb)
  const ofMasjids = [masjid, ...others].flatMap(({ uid }) => [
    `/masjid-details/${uid}`,
    `/khutbah/${friday}?masjid=${uid}`,
  ])
  const screens = ['/nearby-masjids', '/about-me', `/masjid-info/${masjid.uid}`, ...ofMasjids, '/dashboard']
  expect(await injectionsOn(page, screens)).toEqual({})
  expect(collapse(await page.getByRole('heading', { level: 1 }).innerText())).toContain(
    collapse(khateeb.name),
  )
  const shown = collapse(await page.getByRole('main').innerText())
  expect(others.filter(({ name }) => shown.includes(collapse(name))).length).toBeGreaterThan(1)
})

test('a server-rendered document escapes hostile names in its title and heading', async () => {
  const page = await site.open({ javaScriptEnabled: false })
  await signInOn(page, masjid)
  for (const { uid, name } of khateebs) {
    // A server on a busy machine may send the document without rendering, so retry.
    await expect
      .poll(async () => {
        await page.goto(`/khateeb-details/${uid}`)
        return collapse(await page.title())
      })
      .toBe(`${collapse(name.normalize('NFC'))} · Minbar`)
    expect(collapse(await page.locator('h1').innerText())).toBe(collapse(name.normalize('NFC')))
  }
})

test('a hostile website URL is a link and runs no script', async () => {
  const page = await openMonitoredPage()
  await signInOn(page, khateeb)
  const details = `/masjid-details/${masjid.uid}`
  expect(await injectionsOn(page, [details])).toEqual({})
  const link = page.getByRole('link', { name: website.replace('https://', '') })
  await link.hover()
  expect(await link.getAttribute('href')).toBe(website)
  expect(await page.evaluate(() => window.broken)).toBeUndefined()
})

test('hostile URLs open only screens of this site', async () => {
  const page = await openMonitoredPage()
  const encoded = injectionStrings.slice(0, 8).map((it) => encodeURIComponent(it))
  expect(
    await injectionsOn(page, [
      '/login?next=javascript:window.broken=1',
      '/login?next=//evil.example',
      '/login?next=https://evil.example',
      ...encoded.flatMap((it) => [
        `/no/such/${it}`,
        `/khutbah/${it}?masjid=${it}`,
        `/reset-password#token=${it}`,
        `/verify-email#${it}`,
      ]),
    ]),
  ).toEqual({})
})

test('letters contain no active content', async () => {
  const page = await openMonitoredPage()
  const folder = join(dataDir, 'letters')
  await expect.poll(async () => (await readdir(folder)).length).toBeGreaterThan(40)
  for (const name of await readdir(folder)) {
    const { html = '' } = await PostalMime.parse(await readFile(join(folder, name)))
    // A blank page has no Content Security Policy, so a script in the letter would run.
    await page.goto('about:blank')
    await page.setContent(html)
    expect(await page.evaluate(() => window.broken)).toBeUndefined()
    expect(page.frames()).toHaveLength(1)
    expect(await page.locator('script, iframe, img, svg, object, [onload], [onerror]').count()).toBe(0)
  }
})
