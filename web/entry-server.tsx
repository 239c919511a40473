import { AsyncLocalStorage } from 'node:async_hooks'
import { dehydrate } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import type { Fetch } from '../contract/client.ts'
import type { RenderMode, OperatorSettings, RenderedScreen, CallerScreen } from '../contract/rendered-screen.ts'
import { type Caller, findCallerBy, queryClient } from './app/caller.ts'
import { createQueryClient } from './app/create-query-client.ts'
import { type Session, sessionKey } from './app/session.ts'
import { Settings } from './app/settings.ts'
import { TitleReceiver } from './app/title.ts'
import { MemberLoadingPlaceholder } from './shell/member-loading-placeholder.tsx'
import { routes } from './shell/routes.tsx'
import { type Screen, screens } from './shell/screens.ts'

interface Document {
  /** What a browser loads for the screen beside the first scripts. */
  readonly modules: readonly string[]
  readonly renderMode: RenderMode
}

const shared = ['shell/app-frame.tsx', 'words/everybody.en.po']

/** The document for every address where there is nothing, rendered at one of them. */
export const notFound = { address: '/not-found', modules: [...shared, 'shell/not-found-page.tsx'] }

/** The module of each frame that has one to load, and where the screens in each are rendered first. */
const frames = {
  first: { modules: [], renderMode: 'prerendered' },
  public: { modules: shared, renderMode: 'prerendered' },
  'khateeb open': { modules: [...shared, 'shell/optional-session-frame.tsx'], renderMode: 'rendered for anyone' },
  'masjid open': { modules: [...shared, 'shell/optional-session-frame.tsx'], renderMode: 'rendered for anyone' },
  members: { modules: [...shared, 'shell/signed-in-frame.tsx'], renderMode: 'rendered for members' },
} as const satisfies Record<Screen['frame'], Document>

/** A document for each pattern of an address, in which `:name` is what differs. */
export const documents = Object.fromEntries(
  Object.entries(screens).map(([pattern, screen]) => [pattern, documentOf(screen)]),
)

function documentOf({ module, frame, words, inBrowser }: Screen): Document {
  const { modules, renderMode } = frames[frame]
  return {
    modules: [...modules, ...words.map((part) => `words/${part}.en.po`), module],
    renderMode: inBrowser ? 'preloaded for members' : renderMode,
  }
}

/** The bar that a screen of the signed in begins with. */
export function renderBar(): string {
  return renderToString(<MemberLoadingPlaceholder />)
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
export function answerDocument({ path, settings, isRendered, ...of }: Asked): Promise<CallerScreen> {
  return answerAs(of, async () => {
    const screen = await opened(path)
    const asked = await allAnswered()
    if (!asked) throw new Error('The screen lacks an answer.')
    return {
      rendered: isRendered ? rendered(screen, settings) : undefined,
      // Within a script of HTML nothing else could end it.
      answers: JSON.stringify(dehydrate(queryClient())).replaceAll('<', '\\u003c'),
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
  const own = createQueryClient()
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
  const cache = queryClient().getQueryCache()
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
      <TitleReceiver value={(told) => void (title = told)}>
        <Settings value={settings}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </Settings>
      </TitleTo>
    </StrictMode>,
  )
  return { title: renderToString(<title>{title}</title>), root }
}
