import { AsyncLocalStorage } from 'node:async_hooks'
import { dehydrate } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import type { Fetch } from '../contract/client.ts'
import type { CallerScreen, OperatorSettings, RenderedScreen } from '../contract/rendered-screen.ts'
import { createQueryClient } from './app/create-query-client.ts'
import { type DocumentContext, queryClient, setContextFinder } from './app/document-context.ts'
import { type Session, sessionKey } from './app/session.ts'
import { SettingsContext } from './app/settings.ts'
import { TitleContext } from './app/title.ts'
import { MemberLoadingPlaceholder } from './shell/member-loading-placeholder.tsx'
import { otherRoutes } from './shell/other-routes.ts'
import { routesWith } from './shell/routes.ts'

/** Renders the placeholder of the screens for members. */
export function renderLoadingPlaceholder(): string {
  return renderToString(<MemberLoadingPlaceholder />)
}

/** Renders a public screen at build time. */
export function renderScreen(path: string, settings: OperatorSettings): Promise<RenderedScreen> {
  return runAs({ session: null, fetch: refuse }, async () => render(await runLoaders(path), settings))
}

const refuse: Fetch = () =>
  Promise.reject(new Error('A public screen must not call the API: the build renders it once for all users.'))

interface DocumentRequest {
  /** The path and query of the document's address. */
  readonly path: string
  readonly settings: OperatorSettings
  /** Null if signed out. */
  readonly session: Session | null
  /**
   * Whether the server renders the screen. If not, the document has only the responses to the screen's calls, and the browser renders the
   * screen.
   */
  readonly isRendered: boolean
  /** Makes the caller's API calls. Must reject if a call fails. */
  readonly fetch: Fetch
}

/** Runs the loaders of a screen for a caller, and renders the screen if `isRendered`. Rejects if a call failed or a loader redirects. */
export function renderForCaller({
  path,
  settings,
  isRendered,
  ...caller
}: DocumentRequest): Promise<CallerScreen> {
  return runAs(caller, async () => {
    const screen = await runLoaders(path)
    const queries = queryClient().getQueryCache().getAll()
    if (!queries.every(({ state }) => state.status === 'success'))
      throw new Error('A call of the screen failed.')
    return {
      rendered: isRendered ? render(screen, settings) : undefined,
      // The JSON is written into a script element, which only a `<` could end.
      responses: JSON.stringify(dehydrate(queryClient())).replaceAll('<', '\\u003c'),
    }
  })
}

const contexts = new AsyncLocalStorage<DocumentContext>()
setContextFinder(() => contexts.getStore())

/** Runs `run` for a caller, with a new cache that contains only the caller's session. */
function runAs<Output>(
  { session, fetch }: Pick<DocumentRequest, 'session' | 'fetch'>,
  run: () => Promise<Output>,
): Promise<Output> {
  const client = createQueryClient()
  const defaults = client.getDefaultOptions()
  // The server does not retry calls. It sets no garbage-collection timers, because they would keep the cache in memory after the response.
  client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false, gcTime: Infinity } })
  client.setQueryData([sessionKey], session)
  return contexts.run({ queryClient: client, fetch }, run)
}

const handler = createStaticHandler(routesWith(otherRoutes))

async function runLoaders(path: string) {
  const context = await handler.query(new Request(`http://minbar.invalid${path}`))
  if (context instanceof Response) throw new Error('The screen redirects.')
  return { router: createStaticRouter(handler.dataRoutes, context), context }
}

function render(
  { router, context }: Awaited<ReturnType<typeof runLoaders>>,
  settings: OperatorSettings,
): RenderedScreen {
  let title = ''
  const root = renderToString(
    <StrictMode>
      <TitleContext value={(received) => void (title = received)}>
        <SettingsContext value={settings}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </SettingsContext>
      </TitleContext>
    </StrictMode>,
  )
  return { title: renderToString(<title>{title}</title>), root }
}
