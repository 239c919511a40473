import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { openSite, signInOn } from '../runtime/browser.ts'
import { captureLog } from '../runtime/captured-log.ts'
import { newMasjid, type TestAccount } from '../runtime/people.ts'
import { friday } from '../runtime/slots.ts'
import { khateebScreens, masjidScreens, newPair, openScreen } from './every-screen.ts'
import { holdRequests } from './hold-requests.ts'
import { endSessions } from './sign-in-again.ts'

// A server on a busy machine sends documents without rendering the screen, so these tests retry until it is rendered.

const { log, lines } = captureLog()
const site = await openSite({}, { log })
const pair = await newPair(site.url, { khateeb: { phone: '7345550142' } })

/** Returns the visible text of a screen, without the bell's number, which loads later. */
async function visibleText(page: Page): Promise<string> {
  const root = page.locator('#root')
  await root.evaluate((it) => it.querySelector('button[aria-label^="News"]')?.setAttribute('hidden', ''))
  return root.innerText()
}

const titleAndText = async (page: Page) => [await page.title(), await visibleText(page)]

async function openWithoutScripts(person: TestAccount): Promise<Page> {
  const page = await site.open({ javaScriptEnabled: false })
  await signInOn(page, person)
  return page
}

/** Screens that only the browser renders, and a screen that does not exist. */
const browserOnlyScreens = /^\/(about-me|availability|account|members|our-khateebs|masjid-info\/nobody)$/
/** Home screens of the other role, which show an error toast. */
const otherHome = { khateeb: '/masjid-landing', masjid: '/dashboard' }

/** Makes a page keep a reference to the heading of its document. */
async function keepHeading(page: Page): Promise<Page> {
  await page.addInitScript(() =>
    document.addEventListener('readystatechange', () => {
      const heading = document.querySelector('#root[inert] h1')
      // At this time, no module of the document has run, so the screen is not hydrated yet.
      if (document.readyState === 'interactive') Object.assign(window, { heading })
    }),
  )
  return page
}

/** Returns whether hydration has kept the document's heading element. */
const hasKeptHeading = (page: Page) =>
  page.evaluate(() => document.querySelector('h1') === Object(window).heading)

test.each(['khateeb', 'masjid'] as const)(
  'the screens of a %s are server-rendered, and hydration keeps them unchanged',
  async (role) => {
    const screens = role === 'khateeb' ? khateebScreens(pair) : masjidScreens(pair)
    const unscripted = await openWithoutScripts(pair[role])
    const hydrated = await keepHeading(await site.open())
    await signInOn(hydrated, pair[role])
    for (const screen of screens.filter((it) => !browserOnlyScreens.test(it) && it !== otherHome[role])) {
      await expect
        .poll(async () => {
          await openScreen(hydrated, screen)
          return [screen, await hasKeptHeading(hydrated)]
        })
        .toEqual([screen, true])
      // Retry, because the first document of a server process lacks the parts whose script the process has not loaded yet.
      await vi.waitFor(
        async () => {
          await unscripted.goto(screen)
          expect(await titleAndText(unscripted)).toEqual(await titleAndText(hydrated))
        },
        { timeout: 15_000 },
      )
    }
  },
)

test('a document rendered for a caller is not cached, and a document without a session is the same for all callers', async () => {
  const { request } = (await openWithoutScripts(pair.khateeb)).context()
  const ask = async () => {
    const response = await request.get('/dashboard')
    return {
      text: await response.text(),
      cacheControl: response.headers()['cache-control'],
      vary: response.headers()['vary'],
    }
  }
  let rendered = await ask()
  await expect.poll(async () => (rendered = await ask()).text).toContain(pair.masjid.name)
  expect(rendered).toMatchObject({ cacheControl: 'no-store', vary: 'accept-encoding, cookie' })

  await endSessions(pair.khateeb)
  const ended = await ask()
  expect(ended).toMatchObject({ cacheControl: 'no-cache', vary: 'accept-encoding' })
  expect(ended.text).not.toContain(pair.masjid.name)
  const signedOut = await (await site.open()).context().request.get('/dashboard')
  expect(await signedOut.text()).toBe(ended.text)
})

/** Returns the server-rendered document of a screen. Retries until the server has rendered it. */
async function renderedDocument(page: Page, path: string): Promise<string> {
  let text = ''
  await expect
    .poll(async () => {
      const response = await page.context().request.get(path)
      text = await response.text()
      return text
    })
    .toContain('data-rendered')
  return text
}

test('two members who open the same URLs, concurrently or one after the other, each get only their own data', async () => {
  const other = await newMasjid(site.url, { masjidName: 'Another masjid' })
  const [ofMasjid, ofOther] = [await openWithoutScripts(pair.masjid), await openWithoutScripts(other)]
  const about = `/khateeb-details/${pair.khateeb.uid}`
  const phone = /734\D{0,3}555\D{0,3}0142/
  const seen = async (page: Page) => {
    const [landing, khateeb] = await Promise.all([
      renderedDocument(page, '/masjid-landing'),
      renderedDocument(page, about),
    ])
    return {
      phone: phone.test(khateeb),
      names: [pair.masjid, other].map(({ name }) => landing.includes(name)),
      slots: landing.includes('10:00 AM'),
    }
  }
  const mayBeSeen = { phone: true, names: [true, false], slots: true }
  const byOther = { phone: false, names: [false, true], slots: false }
  const pages = Array.from({ length: 8 }, (_, turn) => (turn % 2 === 0 ? ofMasjid : ofOther))
  const all = await Promise.all(pages.map(seen))
  expect(all).toEqual(pages.map((page) => (page === ofMasjid ? mayBeSeen : byOther)))
  expect([await seen(ofMasjid), await seen(ofOther), await seen(ofMasjid)]).toEqual([
    mayBeSeen,
    byOther,
    mayBeSeen,
  ])
})

/**
 * Requests the document of an address without normalizing the address. Returns a function that returns the sorted routes of the calls that
 * the server has made for the document so far.
 */
async function watchDocumentCalls(address: string): Promise<() => string[]> {
  const headers = { cookie: `minbar=${pair.khateeb.token}`, 'sec-fetch-site': 'none' }
  const [response]: IncomingMessage[] = await once(get(site.url, { path: address, headers }), 'response')
  const id = response?.resume().headers['x-request-id']
  return () =>
    lines
      .map((line): { requestId?: string; route?: string } => JSON.parse(line))
      .filter(({ requestId, route = 'none' }) => requestId === id && route !== 'none')
      .map(({ route = '' }) => route)
      .toSorted()
}

test.each([
  ['/masjid-details/..%2fusers%2fme', '/get_masjid_details/:masjidId'],
  ['/masjid-info/..%5cusers%5cme', '/get_masjid_details/:masjidId'],
  [`/khutbah/${friday}?masjid=../users/me`, '/get_masjid_details/:masjidId'],
  ['/khateeb-details/me%3flimit=1', '/get_khateeb_details/:id'],
  ['/nearby-masjids?q=../users/me', '/get_masjids'],
  // After normalization, the first of these two is the home page's address, and the second matches no screen. So the server loads only the
  // session.
  ['/masjid-details/%2e%2e'],
  ['/khateeb-details/%2E'],
])(
  'for the document of %s, the server makes only the session call and the calls of the screen',
  async (address, ...calls) => {
    await expect.poll(await watchDocumentCalls(address)).toEqual([...calls, '/identity/session'].toSorted())
  },
)

test('a server-rendered screen is inert until it is hydrated', async () => {
  const page = await site.open()
  await signInOn(page, pair.masjid)
  const inert = () =>
    page.evaluate(() => document.querySelector<HTMLElement>('#root[inert]')?.innerText ?? '')
  const held = await holdRequests(page, '**/assets/first-*.js')
  await expect
    .poll(async () => {
      await page.goto('/masjid-landing', { waitUntil: 'commit' })
      await page.locator('#root').waitFor({ state: 'attached' })
      return inert()
    })
    .toContain(pair.khateeb.name)
  const add = page.getByRole('button', { name: 'Add New Khutbah' })
  expect(await add.count()).toBe(0)
  held.release()
  await add.waitFor()
  expect(await inert()).toBe('')
  await expect.poll(() => visibleText(page)).toContain(pair.khateeb.name)
})

test('a server-rendered screen whose scripts fail to load offers a reload', async () => {
  const page = await site.open()
  await signInOn(page, pair.masjid)
  await page.route('**/assets/shared-*.js', (route) => route.abort())
  await expect
    .poll(async () => {
      const response = await page.goto('/masjid-landing')
      return response?.text()
    })
    .toContain('data-rendered')
  await page.getByRole('button', { name: 'Reload' }).waitFor()
})

test('a server-rendered screen accepts input only when React handles it', async () => {
  const page = await site.open()
  await signInOn(page, pair.masjid)
  await page.addInitScript(() => {
    addEventListener(
      'readystatechange',
      () => {
        const root = document.querySelector('#root[inert]')
        if (root === null) return
        new MutationObserver(() => {
          const { length } = Object.keys(root.querySelector('select') ?? {}).filter((it) =>
            it.startsWith('__reactProps'),
          )
          document.documentElement.dataset['handled'] = String(length)
        }).observe(root, { attributeFilter: ['inert'] })
      },
      true,
    )
  })
  await expect
    .poll(async () => {
      await openScreen(page, '/nearby-khateebs')
      return page.locator('html').getAttribute('data-handled')
    })
    .toBe('1')
})

test('a server-rendered screen stays visible while stale data is refetched', async () => {
  const page = await site.open()
  await page.clock.install()
  await signInOn(page, pair.masjid)
  const scripts = await holdRequests(page, '**/assets/first-*.js')
  const calls = await holdRequests(page, /\/(masjids\/me|get_khateebs)\?/u)
  await expect
    .poll(async () => {
      await page.goto('/masjid-landing', { waitUntil: 'commit' })
      await page.locator('#root').waitFor({ state: 'attached' })
      return visibleText(page)
    })
    .toContain(pair.khateeb.name)
  const rendered = await visibleText(page)
  await page.clock.fastForward(60_000)
  scripts.release()
  await page.getByRole('button', { name: 'Add New Khutbah' }).waitFor()
  await expect.poll(calls.count).toBe(2)
  expect(await visibleText(page)).toBe(rendered)
  calls.release()
})
