import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateUser } from '../../contract/directory.ts'
import { approveRequest, blockAccount, requestKhateeb, requestToLead } from '../../contract/proposals.ts'
import { openSite, type Site, signInOn } from '../runtime/browser.ts'
import { injectionStrings } from '../runtime/injection-strings.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { friday, postSlot } from '../runtime/slots.ts'
import { openScreen } from './every-screen.ts'

declare global {
  interface Window {
    /** Set by hostile words that were run. */
    broken?: unknown
    violations?: string[]
  }
}

/** All that a website may be. */
const website = "https://minbar.example/?'onmouseover=window.broken=12;//&lt;script&gt;javascript:{{7*7}}${1}"

let site: Site
let dataDir: string
let masjid: Person
let khateeb: Person
let khateebs: readonly Person[]
let others: readonly Person[]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'minbar-hostile-'))
  site = await openSite({ DATA_DIR: dataDir })
  khateebs = await Promise.all(
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
  const [first, ...rest] = masjids
  const [his] = khateebs
  if (first === undefined || his === undefined) throw new Error('There are hostile words.')
  masjid = first
  khateeb = his
  others = rest
  await khateeb.client.call(updateUser, {
    uid: 'me',
    bio: injectionStrings.join('\n'),
    expertise: injectionStrings.join(' ').slice(0, 500),
  })
  const [confirmed, asked] = [await postSlot(masjid, '10:00'), await postSlot(masjid, '13:00')]
  await khateeb.client.call(requestToLead, { ...confirmed, khateebId: 'me' })
  await masjid.client.call(approveRequest, { ...confirmed, requesterId: khateeb.uid })
  for (const one of khateebs) await one.client.call(requestToLead, { ...asked, khateebId: 'me' })
  for (const one of others) {
    const slot = await postSlot(one, '14:30')
    await one.client.call(requestKhateeb, { ...slot, khateebUid: khateeb.uid })
  }
})
afterAll(async () => {
  await site.close()
  await rm(dataDir, { recursive: true })
})

function pairs(words: readonly string[]): [string, string][] {
  const even = words.filter((_, index) => index % 2 === 0)
  return even.map((one, index) => [one, words[2 * index + 1] ?? one])
}

/** A page that notes what it was kept from, and what it was made to do. */
async function watched(): Promise<Page> {
  const page = await site.open()
  await page.addInitScript(() => {
    window.violations = []
    document.addEventListener('securitypolicyviolation', (it) =>
      window.violations?.push(`${it.violatedDirective} ${it.blockedURI}`),
    )
  })
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog says ${dialog.message()}`)
  })
  return page
}

/** Opens screens and gives what went wrong on any. */
async function wrongOn(page: Page, screens: readonly string[]): Promise<Record<string, unknown>> {
  const wrong: Record<string, unknown> = {}
  for (const screen of screens) {
    await openScreen(page, screen)
    const found = await page.evaluate(() => ({ broken: window.broken, violations: window.violations }))
    const frames = page.frames().length
    const { origin } = new URL(page.url())
    if (found.broken !== undefined || found.violations?.length !== 0 || frames !== 1 || origin !== site.url) {
      wrong[screen] = { ...found, frames, origin }
    }
  }
  return wrong
}

/** What is shown of words in which a space is like any other. */
const spaced = (words: string) => words.replace(/\s+/g, ' ').trim()

test('whatever people are called and write, on a masjid’s screens it is words and nothing else', async () => {
  const page = await watched()
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
  expect(await wrongOn(page, [...screens, '/masjid-landing', about])).toEqual({})
  const text = spaced(await page.getByRole('main').innerText())
  for (const words of injectionStrings) expect(text).toContain(spaced(words))
})

test('nor is it on a khateeb’s', async () => {
  const page = await watched()
  await signInOn(page, khateeb)
  const ofMasjids = [masjid, ...others].flatMap(({ uid }) => [
    `/masjid-details/${uid}`,
    `/khutbah/${friday}?masjid=${uid}`,
  ])
  const screens = ['/nearby-masjids', '/about-me', `/masjid-info/${masjid.uid}`, ...ofMasjids, '/dashboard']
  expect(await wrongOn(page, screens)).toEqual({})
  expect(spaced(await page.getByRole('heading', { level: 1 }).innerText())).toContain(spaced(khateeb.name))
  const shown = spaced(await page.getByRole('main').innerText())
  expect(others.filter(({ name }) => shown.includes(spaced(name))).length).toBeGreaterThan(1)
})

test('nor is it in a document that is drawn for somebody, in its title and below', async () => {
  const page = await site.open({ javaScriptEnabled: false })
  await signInOn(page, masjid)
  for (const { uid, name } of khateebs) {
    // Where the machine is too busy to draw in time, a document comes without.
    await expect
      .poll(async () => {
        await page.goto(`/khateeb-details/${uid}`)
        return spaced(await page.title())
      })
      .toBe(`${spaced(name.normalize('NFC'))} · Minbar`)
    expect(spaced(await page.locator('h1').innerText())).toBe(spaced(name.normalize('NFC')))
  }
})

test('a website is a link to where it says, and nothing else', async () => {
  const page = await watched()
  await signInOn(page, khateeb)
  const details = `/masjid-details/${masjid.uid}`
  expect(await wrongOn(page, [details])).toEqual({})
  const link = page.getByRole('link', { name: website.replace('https://', '') })
  await link.hover()
  expect(await link.getAttribute('href')).toBe(website)
  expect(await page.evaluate(() => window.broken)).toBeUndefined()
})

test('nor do addresses that somebody was sent do anything but lead to a screen', async () => {
  const page = await watched()
  const encoded = injectionStrings.slice(0, 8).map((it) => encodeURIComponent(it))
  expect(
    await wrongOn(page, [
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

test('nor does a letter run anything where a mail program would let it', async () => {
  const page = await watched()
  const folder = join(dataDir, 'letters')
  await expect.poll(async () => (await readdir(folder)).length).toBeGreaterThan(40)
  for (const name of await readdir(folder)) {
    const { html = '' } = await PostalMime.parse(await readFile(join(folder, name)))
    // Without any policy of ours around it.
    await page.goto('about:blank')
    await page.setContent(html)
    expect(await page.evaluate(() => window.broken)).toBeUndefined()
    expect(page.frames()).toHaveLength(1)
    expect(await page.locator('script, iframe, img, svg, object, [onload], [onerror]').count()).toBe(0)
  }
})
