import { AsyncLocalStorage } from 'node:async_hooks'
import { dehydrate } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import type { Fetch } from '../contract/client.ts'
import type { OperatorSettings, RenderedScreen, ScreenOfCaller } from '../contract/screen.ts'
import { type Caller, findCallerBy, queries } from './app/caller.ts'
import { createQueries } from './app/create-queries.ts'
import { patterns } from './app/paths.ts'
import { type Session, sessionKey } from './app/session.ts'
import { Settings } from './app/settings.ts'
import { TitleTo } from './app/title.ts'
import { MemberOpening } from './shell/member-opening.tsx'
import { routes } from './shell/routes.tsx'

const shared = ['shell/everyday-frame.tsx', 'words/everybody.en.po']
const ofVisitors = [...shared, 'words/visitors.en.po']

/**
 * Where a screen is rendered first: by the build, where it is the same for everybody; by the server for each caller, whoever
 * that is or for the signed in only; or in the browser, for the signed in, to whom the server sends its answers.
 */
type Begins = 'built' | 'rendered for anyone' | 'rendered for members' | 'answered for members'

interface Document {
  /** What a browser loads for the screen beside the first scripts. */
  readonly modules: readonly string[]
  /** Who may open the screen, and where it is rendered first. */
  readonly begins: Begins
}

const built = (...modules: readonly string[]): Document => ({ modules, begins: 'built' })

/** What anybody may open, under the bar of whoever does. */
const open = (...modules: readonly string[]): Document => ({
  modules: [...shared, ...modules],
  begins: 'rendered for anyone',
})

const ofMembers = (...modules: readonly string[]): Document => ({
  modules: [...shared, 'shell/signed-in-frame.tsx', 'words/members.en.po', ...modules],
  begins: 'rendered for members',
})

/** What is typed into, or told by the viewer's own clock, is rendered in the browser. */
const ofOneself = (...modules: readonly string[]): Document => ({
  ...ofMembers(...modules),
  begins: 'answered for members',
})

type Pattern = (typeof patterns)[keyof typeof patterns]

/** The document for every address where there is nothing, drawn at one of them. */
export const notFound = { address: '/not-found', modules: [...shared, 'shell/not-found-page.tsx'] }

/** A document for each pattern of an address, in which `:name` is what differs. */
export const documents: Readonly<Record<Pattern, Document>> = {
  [patterns.home]: built('home/home-page.tsx'),
  [patterns.homeToo]: built('home/home-page.tsx'),
  [patterns.login]: built(...ofVisitors, 'identity/login-page.tsx'),
  [patterns.khateebSignup]: built(...ofVisitors, 'identity/khateeb-signup-page.tsx'),
  [patterns.masjidSignup]: built(...ofVisitors, 'identity/masjid-signup-page.tsx'),
  [patterns.homeAboutUs]: built(...ofVisitors, 'about/about-us-page.tsx'),
  [patterns.aboutUs]: open('words/visitors.en.po', 'shell/open-frame.tsx', 'about/about-us-page.tsx'),
  [patterns.masjidAboutUs]: open('words/visitors.en.po', 'shell/open-frame.tsx', 'about/about-us-page.tsx'),
  [patterns.resetPassword]: built(...ofVisitors, 'identity/reset-password-page.tsx'),
  [patterns.verifyEmail]: built(...ofVisitors, 'identity/verify-email-page.tsx'),
  [patterns.confirmEmail]: built(...shared, 'words/account.en.po', 'identity/account/confirm-email-page.tsx'),
  [patterns.undoEmailChange]: built(
    ...shared,
    'words/account.en.po',
    'identity/account/undo-email-change-page.tsx',
  ),
  [patterns.dashboard]: ofMembers('homes/dashboard-page.tsx'),
  [patterns.masjidLanding]: ofMembers('homes/masjid-landing-page.tsx'),
  [patterns.nearbyKhateebs]: ofMembers('proposals/nearby-khateebs-page.tsx'),
  [patterns.nearbyMasjids]: ofMembers('directory/nearby-masjids-page.tsx'),
  [patterns.masjidDetails]: ofMembers('khutbahs/masjid-details-page.tsx'),
  [patterns.masjidInfo]: ofMembers('directory/masjid-info-page.tsx'),
  [patterns.khateebDetails]: ofMembers('directory/khateeb-details-page.tsx'),
  [patterns.khutbah]: ofMembers('khutbahs/khutbah-page.tsx'),
  [patterns.archivedKhutbahs]: ofMembers('khutbahs/archived-khutbahs-page.tsx'),
  [patterns.slotHistory]: ofMembers('audit/slot-history-page.tsx', 'words/account.en.po'),
  [patterns.aboutMe]: ofOneself('directory/about-me-page.tsx'),
  [patterns.account]: ofOneself('identity/account/account-page.tsx', 'words/account.en.po'),
}

/** The bar that a screen of the signed in begins with. */
export function renderBar(): string {
  return renderToString(<MemberOpening />)
}

/** Renders a public screen at its address. */
export function renderScreen(path: string, settings: OperatorSettings): Promise<RenderedScreen> {
  return answerAs({ session: null, fetch: refuse }, async () => rendered(await opened(path), settings))
}

const refuse: Fetch = () =>
  Promise.reject(new Error('A public screen is the same for everybody, and calls nothing.'))

/** A document that somebody asked for. */
interface Asked {
  /** Path and search of its address. */
  readonly path: string
  readonly settings: OperatorSettings
  /** Who is signed in; null if nobody is. */
  readonly session: Session | null
  /** Whether its screen is rendered here, and not in the browser only. */
  readonly isRendered: boolean
  /** Makes the caller's calls. One that fails must reject. */
  readonly fetch: Fetch
}

/** Answers a document: runs the loaders of its screen, and renders it. Rejects where a call of the loaders failed. */
export function answerDocument({ path, settings, isRendered, ...of }: Asked): Promise<ScreenOfCaller> {
  return answerAs(of, async () => {
    const screen = await opened(path)
    const asked = await allAnswered()
    if (!asked) throw new Error('The screen lacks an answer.')
    return {
      rendered: isRendered ? rendered(screen, settings) : undefined,
      // Within a script of HTML nothing else could end it.
      answers: JSON.stringify(dehydrate(queries())).replaceAll('<', '\\u003c'),
    }
  })
}

const callers = new AsyncLocalStorage<Caller>()
findCallerBy(() => callers.getStore())

/** Runs something for a caller of whom nothing is known but the session. */
function answerAs<Answer>(
  { session, fetch }: Pick<Asked, 'session' | 'fetch'>,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const own = createQueries()
  const defaults = own.getDefaultOptions()
  // Nothing is tried twice, and no timer keeps what has been sent.
  own.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false, gcTime: Infinity } })
  own.setQueryData([sessionKey], session)
  return callers.run({ queries: own, fetch }, run)
}

/** A screen of which the loaders have run. */
async function opened(path: string) {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://minbar.invalid${path}`))
  if (context instanceof Response) throw new Error('The screen leads elsewhere.')
  return { router: createStaticRouter(handler.dataRoutes, context), context }
}

/** Resolves once there is an answer to all that was asked for, and to what was asked for meanwhile, with whether all are good. */
async function allAnswered(): Promise<boolean> {
  const cache = queries().getQueryCache()
  for (let awaited = 0; awaited < cache.getAll().length; ) {
    const asked = cache.getAll()
    awaited = asked.length
    await Promise.allSettled(asked.map(async (query) => query.promise))
  }
  return cache.getAll().every(({ state }) => state.status === 'success')
}

function rendered(
  { router, context }: Awaited<ReturnType<typeof opened>>,
  settings: OperatorSettings,
): RenderedScreen {
  let title = ''
  const root = renderToString(
    <StrictMode>
      <TitleTo value={(told) => void (title = told)}>
        <Settings value={settings}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </Settings>
      </TitleTo>
    </StrictMode>,
  )
  return { title: renderToString(<title>{title}</title>), root }
}
