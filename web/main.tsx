import './main.css'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type DOMRouterOpts, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { SettingsContext, settingsIn } from './app/settings.ts'
import { loadOtherRoutes } from './shell/load-other-routes.ts'
import { routesWith, screensRouteId } from './shell/routes.ts'
import { useAfterPaint } from './ui/after-paint.ts'

/** Loads the modules of the screen at the current address, so that the screen can hydrate the server's HTML immediately. */
async function loadScreen(): Promise<void> {
  const matches = matchRoutes(routes, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

/**
 * Resolves when the router has run the screen's loaders. Loaders are asynchronous even if their responses are cached. Until they have run,
 * the router would render a placeholder in place of the server's HTML.
 */
function waitUntilInitialized(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!router.state.initialized) return
      stop()
      resolve()
    }
    const stop = router.subscribe(check)
    check()
  })
}

/** Resolves in a later task. Between tasks, the browser can paint and handle input. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

// Creates a number formatter while the scripts load. For its first formatter, the browser loads formatting data, which takes a slow phone
// 80 ms. The screens then don’t wait for this data.
requestAnimationFrame(() => setTimeout(() => new Intl.NumberFormat()))

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

// If a module fails to load, don't hydrate. The router then tries again to load the module. If the second attempt also fails, the router
// shows an error screen.
let isLoaded = true
let routes = routesWith([])
let options: DOMRouterOpts = {
  patchRoutesOnNavigation: async ({ patch }) => patch(screensRouteId, (await loadOtherRoutes()).otherRoutes),
}
try {
  // Until the other routes are loaded, `routes` has only those of the home page.
  const isHome = matchRoutes(routes, location) !== null
  if (!isHome) {
    routes = routesWith((await loadOtherRoutes()).otherRoutes)
    options = {}
  }
  if (root.hasChildNodes()) await loadScreen()
  const responses = document.getElementById('responses')?.textContent
  if (responses !== undefined) (await import('./app/hydrate-query-cache.ts')).hydrateQueryCache(responses)
} catch {
  isLoaded = false
}
// On a slow phone, each step that starts the page takes about 50 ms. Each step is a task of its own, so that the browser can handle input
// between the steps.
await nextTask()
const router = createBrowserRouter(routes, options)
const isRenderedForCaller = root.inert
if (isRenderedForCaller) await waitUntilInitialized(router)
await nextTask()

/** The page. A screen that the server has rendered for a caller is inert before hydration, because React drops earlier input. */
function Page() {
  useLayoutEffect(() => {
    for (const name of ['inert', 'aria-hidden']) root?.removeAttribute(name)
  }, [])
  // Preloads the routes, so that a link on the home page waits only for its screen. Ignores a failure, because the link's screen shows it.
  useAfterPaint(() => void loadOtherRoutes().catch(() => undefined))
  return (
    <SettingsContext value={settingsIn(document)}>
      <RouterProvider router={router} />
    </SettingsContext>
  )
}

const page = (
  <StrictMode>
    <Page />
  </StrictMode>
)
/**
 * Ignores a mismatch between the server's HTML and the screen, because data may have changed since the server rendered the screen for this
 * caller. React then renders the screen again.
 */
const mismatchOptions = { onRecoverableError: () => undefined }
// Hydrates in a transition, so that hydration doesn't block a slow phone.
startTransition(() => {
  if (isLoaded && 'rendered' in root.dataset)
    hydrateRoot(root, page, isRenderedForCaller ? mismatchOptions : {})
  else createRoot(root).render(page)
})
