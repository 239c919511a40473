import { AsyncLocalStorage } from 'node:async_hooks'
import { dehydrate } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import type { Fetch } from '../contract/client.ts'
import type {
  CallerScreen,
  OperatorSettings,
  RenderedScreen,
  RenderMode,
} from '../contract/rendered-screen.ts'
import { type Caller, queryClient, setCallerFinder } from './app/caller.ts'
import { createQueryClient } from './app/create-query-client.ts'
import { type Session, sessionKey } from './app/session.ts'
import { Settings } from './app/settings.ts'
import { TitleReceiver } from './app/title.ts'
import { MemberLoadingPlaceholder } from './shell/member-loading-placeholder.tsx'
import { routes } from './shell/routes.tsx'
import { catalogsOf, type Screen, type ScreenModule, screens } from './shell/screens.ts'

interface Document {
  /** The modules that the browser loads in addition to the first chunk. */
  readonly modules: readonly string[]
  readonly renderMode: RenderMode
}

const shared = ['shell/app-frame.tsx', 'words/everybody.en.po']

/** The document for all unknown addresses, rendered at an example of one. */
export const notFound = { address: '/not-found', modules: [...shared, 'shell/not-found-page.tsx'] }

/** By frame: the modules to load, and where its screens are rendered first. */
const frames = {
  first: { modules: [], renderMode: 'prerendered' },
  public: { modules: shared, renderMode: 'prerendered' },
  'optional session': {
    modules: [...shared, 'shell/optional-session-frame.tsx'],
    renderMode: 'rendered for anyone',
  },
  members: { modules: [...shared, 'shell/signed-in-frame.tsx'], renderMode: 'rendered for members' },
} as const satisfies Record<Screen['frame'], Document>

/** The document of each route pattern, for the build. */
export async function documents(): Promise<Record<string, Document>> {
  const files = await screenFiles()
  const documentOf = async (screen: Screen): Promise<Document> => {
    const { modules, renderMode } = frames[screen.frame]
    const file = files.get((await screen.load()).Component)
    if (file === undefined) throw new Error('The build does not know the file of a screen.')
    const catalogs = catalogsOf(screen).map((name) => `words/${name}.en.po`)
    return {
      modules: [...modules, ...catalogs, file],
      renderMode: screen.inBrowser ? 'preloaded for members' : renderMode,
    }
  }
  const entries = Object.entries(screens).map(
    async ([pattern, screen]) => [pattern, await documentOf(screen)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

/**
 * Maps each screen's component to its file. The table of screens cannot give the file, because it has only the functions that load
 * the components.
 */
async function screenFiles(): Promise<Map<unknown, string>> {
  const pages = import.meta.glob<ScreenModule>(['./*/*-page.tsx', './identity/account/*-page.tsx'])
  const files = Object.entries(pages).map(
    async ([file, load]) => [(await load()).Component, file.slice('./'.length)] as const,
  )
  return new Map(await Promise.all(files))
}

/** Renders the placeholder of the screens for members. */
export function renderBar(): string {
  return renderToString(<MemberLoadingPlaceholder />)
}

/** Renders a public screen at build time. */
export function renderScreen(path: string, settings: OperatorSettings): Promise<RenderedScreen> {
  return runAs({ session: null, fetch: refuse }, async () => render(await runLoaders(path), settings))
}

const refuse: Fetch = () =>
  Promise.reject(new Error('A public screen must not call the API: the build renders it once for all users.'))

interface DocumentRequest {
  /** Path and search of its address. */
  readonly path: string
  readonly settings: OperatorSettings
  /** Null if signed out. */
  readonly session: Session | null
  /** Whether to render the screen here too. If not, the document holds only the answers, and the browser renders. */
  readonly isRendered: boolean
  /** Makes the caller's API calls. Must reject if a call fails. */
  readonly fetch: Fetch
}

/** Runs the loaders of a screen for a caller, and renders the screen. Rejects if a call failed. */
export function answerDocument({
  path,
  settings,
  isRendered,
  ...caller
}: DocumentRequest): Promise<CallerScreen> {
  return runAs(caller, async () => {
    const screen = await runLoaders(path)
    const succeeded = await allQueriesSucceeded()
    if (!succeeded) throw new Error('A call of the screen failed.')
    return {
      rendered: isRendered ? render(screen, settings) : undefined,
      // The JSON goes into a script element, which only a `<` could end.
      answers: JSON.stringify(dehydrate(queryClient())).replaceAll('<', '\\u003c'),
    }
  })
}

const callers = new AsyncLocalStorage<Caller>()
setCallerFinder(() => callers.getStore())

/** Runs `run` as a caller with a cache of their own, which holds only the session. */
function runAs<Answer>(
  { session, fetch }: Pick<DocumentRequest, 'session' | 'fetch'>,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const client = createQueryClient()
  const defaults = client.getDefaultOptions()
  // No retries, and no garbage-collection timers, which would keep the cache in memory after the response.
  client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false, gcTime: Infinity } })
  client.setQueryData([sessionKey], session)
  return callers.run({ queryClient: client, fetch }, run)
}

async function runLoaders(path: string) {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://minbar.invalid${path}`))
  if (context instanceof Response) throw new Error('The screen redirects.')
  return { router: createStaticRouter(handler.dataRoutes, context), context }
}

/** Resolves when all queries have settled, including those started meanwhile, with whether all succeeded. */
async function allQueriesSucceeded(): Promise<boolean> {
  const cache = queryClient().getQueryCache()
  for (let awaited = 0; awaited < cache.getAll().length; ) {
    const queries = cache.getAll()
    awaited = queries.length
    await Promise.allSettled(queries.map(async (query) => query.promise))
  }
  return cache.getAll().every(({ state }) => state.status === 'success')
}

function render(
  { router, context }: Awaited<ReturnType<typeof runLoaders>>,
  settings: OperatorSettings,
): RenderedScreen {
  let title = ''
  const root = renderToString(
    <StrictMode>
      <TitleReceiver value={(received) => void (title = received)}>
        <Settings value={settings}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </Settings>
      </TitleReceiver>
    </StrictMode>,
  )
  return { title: renderToString(<title>{title}</title>), root }
}
