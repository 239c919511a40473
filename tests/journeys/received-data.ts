import type { DehydratedState } from '@tanstack/react-query'
import type { ConsoleMessage, Page, Response } from 'playwright-core'
import { openScreen } from './every-screen.ts'

/**
 * Received text by origin. The origin of a response is the path of its call, the origin of a document and of storage is
 * `source of <screen>`, and the origin of console messages is `console`. Data inside a document counts as the response to its call, because
 * a busy server sends documents without data.
 */
export type ReceivedData = ReadonlyMap<string, string>

/**
 * Opens screens. Returns the text that the browser receives, except assets and live updates: responses with headers, documents, storage
 * and console messages.
 */
export async function collectReceivedData(page: Page, screens: readonly string[]): Promise<ReceivedData> {
  const seen = new Map<string, string>()
  const add = (where: string, what: string) => void seen.set(where, `${seen.get(where) ?? ''}${what}`)
  const bodies: Promise<void>[] = []
  let opened = ''
  const onResponse = (response: Response) => {
    const { pathname } = new URL(response.url())
    // Skip assets, and also streams of events, because they never end.
    if (pathname.startsWith('/assets/') || response.request().resourceType() === 'eventsource') return
    const where = response.request().isNavigationRequest() ? `source of ${opened}` : pathname
    const keep = async () => {
      const text = await response.text()
      for (const [call, body] of responsesIn(text)) add(call, body)
      add(where, JSON.stringify(await response.allHeaders()) + withoutResponses(text))
    }
    // Ignore errors, because navigation cancels pending responses.
    bodies.push(keep().catch(() => undefined))
  }
  const onConsole = (message: ConsoleMessage) => add('console', message.text())
  page.on('response', onResponse)
  page.on('console', onConsole)
  for (const screen of screens) {
    opened = screen
    await openScreen(page, screen)
    await Promise.all(bodies)
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    add(`source of ${screen}`, withoutResponses(await page.content()) + stored)
  }
  await page.waitForLoadState('networkidle')
  page.off('response', onResponse)
  page.off('console', onConsole)
  await Promise.all(bodies)
  return seen
}

/** The element with the data in a document. */
const responsesPattern = /(?<=<script type="application\/json" id="responses">).*?(?=<\/script>)/su

const withoutResponses = (text: string) => text.replace(responsesPattern, '')

/** Returns the responses that a document contains, each with the path of its call. */
function responsesIn(text: string): (readonly [path: string, body: string])[] {
  const [json] = responsesPattern.exec(text) ?? []
  if (json === undefined) return []
  const { queries }: DehydratedState = JSON.parse(json)
  return queries.map(({ queryKey, state }) => [pathOf(queryKey), JSON.stringify(state.data)])
}

/**
 * Returns the path of the call whose response the page caches under a key. For a key that is not listed here, returns `response` and the
 * key's first element.
 */
function pathOf([name, uid]: readonly unknown[]): string {
  const paths: Readonly<Record<string, string>> = {
    session: '/identity/session',
    team: '/identity/members',
    'slot-history': '/masjids/me/slot_history',
    email: '/identity/email',
    'khateeb-record': '/users/me',
    'masjid-record': '/masjids/me',
    khateeb: `/get_khateeb_details/${String(uid)}`,
    masjid: `/get_masjid_details/${String(uid)}`,
  }
  return paths[String(name)] ?? `response ${String(name)}`
}

/** Returns the sorted origins of the texts that contain a secret. */
export function placesContaining(seen: ReceivedData, secret: RegExp | string): string[] {
  const places = [...seen].filter(([, what]) =>
    typeof secret === 'string' ? what.includes(secret) : secret.test(what),
  )
  return places.map(([where]) => where).toSorted()
}

/** Counts the documents that contain data. A busy server sends documents without data. */
export function countDocumentsWithResponses(seen: ReceivedData): number {
  return placesContaining(seen, / id="responses"/u).length
}
