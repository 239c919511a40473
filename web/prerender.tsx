import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import type { Role } from '../contract/endpoint.ts'
import type {
  AnsweredScreen,
  DrawnScreen,
  FirstCall,
  FirstCalls,
  OperatorSettings,
} from '../contract/first-calls.ts'
import { getSession } from '../contract/identity.ts'
import { MemberOpening } from './app/member-opening.tsx'
import { patterns } from './app/paths.ts'
import { queries, sessionKey } from './app/queries.ts'
import { routes } from './app/routes.tsx'
import { allAnswers } from './app/session.ts'
import { Settings } from './app/settings.ts'
import { forgetStarted } from './app/started.ts'
import { TitleTo } from './app/title.ts'

const shared = ['app/everyday-frame.tsx', 'words/everybody.en.po']
const ofVisitors = [...shared, 'words/visitors.en.po']

interface Document {
  /** What a browser loads for the screen beside the first scripts. */
  readonly modules: readonly string[]
  /**
   * What of it stands there before any script: the screen itself where it is the same for everybody; the screen, drawn by
   * the server for whoever asks; the same, and a bar meanwhile, for those who are signed in; the bar.
   */
  readonly begins: 'drawn' | 'drawn for one' | 'drawn for a member' | 'with a bar'
  /** The search of an address that it is opened at, beside none; `:name` is what differs. */
  readonly search?: string
}

const allDrawn = (...modules: readonly string[]): Document => ({ modules, begins: 'drawn' })

/** What anybody may open, under the bar of whoever does. */
const open = (...modules: readonly string[]): Document => ({
  modules: [...shared, ...modules],
  begins: 'drawn for one',
})

const ofMembers = (...modules: readonly string[]): Document => ({
  modules: [...shared, 'app/signed-in-frame.tsx', 'words/members.en.po', ...modules],
  begins: 'drawn for a member',
})

const searched = (search: string, ...modules: readonly string[]): Document => ({
  ...ofMembers(...modules),
  search,
})

/** What is typed into, or told by one's own clock, only the browser can draw. */
const ofOneself = (...modules: readonly string[]): Document => ({
  ...ofMembers(...modules),
  begins: 'with a bar',
})

type Pattern = (typeof patterns)[keyof typeof patterns]

/** The document for every address where there is nothing, drawn at one of them. */
export const notFound = { address: '/not-found', modules: [...shared, 'app/not-found-page.tsx'] }

/** A document for each pattern of an address, in which `:name` is what differs. */
export const documents: Readonly<Record<Pattern, Document>> = {
  [patterns.home]: allDrawn('home/home-page.tsx'),
  [patterns.homeToo]: allDrawn('home/home-page.tsx'),
  [patterns.login]: allDrawn(...ofVisitors, 'identity/login-page.tsx'),
  [patterns.khateebSignup]: allDrawn(...ofVisitors, 'identity/khateeb-signup-page.tsx'),
  [patterns.masjidSignup]: allDrawn(...ofVisitors, 'identity/masjid-signup-page.tsx'),
  [patterns.homeAboutUs]: allDrawn(...ofVisitors, 'about/about-us-page.tsx'),
  [patterns.aboutUs]: open('words/visitors.en.po', 'app/open-frame.tsx', 'about/about-us-page.tsx'),
  [patterns.masjidAboutUs]: open('words/visitors.en.po', 'app/open-frame.tsx', 'about/about-us-page.tsx'),
  [patterns.resetPassword]: allDrawn(...ofVisitors, 'identity/reset-password-page.tsx'),
  [patterns.verifyEmail]: allDrawn(...ofVisitors, 'identity/verify-email-page.tsx'),
  [patterns.confirmEmail]: allDrawn(
    ...shared,
    'words/account.en.po',
    'identity/account/confirm-email-page.tsx',
  ),
  [patterns.undoEmailChange]: allDrawn(
    ...shared,
    'words/account.en.po',
    'identity/account/undo-email-change-page.tsx',
  ),
  [patterns.dashboard]: ofMembers('proposals/dashboard-page.tsx'),
  [patterns.masjidLanding]: ofMembers('proposals/masjid-landing-page.tsx'),
  [patterns.nearbyKhateebs]: searched('?q=:q', 'directory/nearby-khateebs-page.tsx'),
  [patterns.nearbyMasjids]: searched('?q=:q', 'directory/nearby-masjids-page.tsx'),
  [patterns.masjidDetails]: ofMembers('directory/masjid-details-page.tsx'),
  [patterns.masjidInfo]: ofMembers('directory/masjid-info-page.tsx'),
  [patterns.khateebDetails]: ofMembers('directory/khateeb-details-page.tsx'),
  [patterns.khutbah]: searched('?masjid=:masjid', 'khutbahs/khutbah-page.tsx'),
  [patterns.archivedKhutbahs]: ofMembers('khutbahs/archived-khutbahs-page.tsx'),
  [patterns.slotHistory]: ofMembers('audit/slot-history-page.tsx', 'words/account.en.po'),
  [patterns.aboutMe]: ofOneself('directory/about-me-page.tsx'),
  [patterns.account]: ofOneself('identity/account/account-page.tsx', 'words/account.en.po'),
}

/** The calls that a screen which is drawn for one makes first, at each make of its address. */
export async function callsOf(pattern: Pattern): Promise<FirstCalls> {
  const { search } = documents[pattern]
  const addresses = search === undefined ? [pattern] : [pattern, pattern + search]
  const at: [string, Record<Role, FirstCall[]>][] = []
  for (const address of addresses)
    at.push([address, { khateeb: await made(address, 'khateeb'), masjid: await made(address, 'masjid') }])
  return { session: getSession.path, at: Object.fromEntries(at) }
}

/** The calls that the loaders of the screen at an address make for a role. */
async function made(address: string, role: Role): Promise<FirstCall[]> {
  const calls: FirstCall[] = []
  const { fetch } = globalThis
  globalThis.fetch = (url, init) => {
    if (typeof url !== 'string') throw new Error('The page calls by the paths of its server.')
    calls.push(typeof init?.body === 'string' ? [url, init.body] : [url])
    return new Promise(() => {})
  }
  queries.setQueryData([sessionKey], { role })
  const encoded = address.replaceAll(/:\w+/gu, encodeURIComponent)
  await createStaticHandler(routes).query(new Request(`http://minbar.invalid${encoded}`))
  queries.clear()
  globalThis.fetch = fetch
  return calls
}

/** The bar that a screen of the signed in begins with. */
export function drawBar(): string {
  return renderToString(<MemberOpening />)
}

/** A public screen. */
export function drawScreen(path: string, settings: OperatorSettings): Promise<DrawnScreen> {
  return drawn(path, settings)
}

// What the answers lack, nobody is going to bring.
queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } })

/**
 * A screen for whoever asked for it, as it is going to look at first; rejects where the answers don't make it whole.
 * What the page knows is in one place, so only one may be drawn at a time.
 */
export async function drawForOne({ path, settings, session, answers }: AnsweredScreen): Promise<DrawnScreen> {
  queries.setQueryData([sessionKey], JSON.parse(session))
  globalThis.started = new Map(answers.map(([call, text, nextCursor]) => [call, answer(text, nextCursor)]))
  try {
    return await drawn(path, settings, async () => {
      await allAnswers()
      const asked = queries.getQueryCache().getAll()
      if (asked.some(({ state }) => state.status !== 'success'))
        throw new Error('The screen lacks an answer.')
    })
  } finally {
    queries.clear()
    forgetStarted()
  }
}

async function answer(text: string, nextCursor: string | null): Promise<Response> {
  return new Response(text, { headers: nextCursor === null ? {} : { 'x-next-cursor': nextCursor } })
}

async function drawn(
  path: string,
  settings: OperatorSettings,
  isReady?: () => Promise<void>,
): Promise<DrawnScreen> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://minbar.invalid${path}`))
  if (context instanceof Response) throw new Error('The screen leads elsewhere, and can’t be drawn.')
  await isReady?.()
  let title = ''
  const root = renderToString(
    <StrictMode>
      <TitleTo value={(told) => void (title = told)}>
        <Settings value={settings}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </Settings>
      </TitleTo>
    </StrictMode>,
  )
  return { title: renderToString(<title>{title}</title>), root }
}
