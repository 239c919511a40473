import './main.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Settings, settingsIn } from './app/settings.ts'
import { routes } from './shell/routes.tsx'

/** Loads what the screen at this address is made of, so that it can take over at once what the server has sent. */
async function loadScreen(): Promise<void> {
  const matches = matchRoutes(routes, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

/** Resolves when the router knows what to show: the screens are loaded, and their loaders done. */
function initialized(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!router.state.initialized) return
      stop()
      resolve()
    }
    const stop = router.subscribe(look)
    look()
  })
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has lost its #root')

// Where it can't be loaded, the router finds that out again, and says so in place of a screen that would only look alive.
const isLoaded =
  root.hasChildNodes() &&
  (await loadScreen().then(
    () => true,
    () => false,
  ))
const answers = document.getElementById('answers')?.textContent
if (answers !== undefined) {
  const { hydrateAnswers } = await import('./app/hydrate-answers.ts')
  hydrateAnswers(answers)
}
const router = createBrowserRouter(routes)
const isOfCaller = root.inert
if (isOfCaller) await initialized(router)
const page = (
  <StrictMode>
    <Settings value={settingsIn(document)}>
      <RouterProvider router={router} />
    </Settings>
  </StrictMode>
)
/** What the server has rendered for a caller may have changed since: then it is rendered anew, and that is no error. */
const forCaller = { onRecoverableError: () => undefined }
// As a transition, so that a slow phone can do something else in between.
startTransition(() => {
  root.inert = false
  root.removeAttribute('aria-hidden')
  if (isLoaded && 'rendered' in root.dataset) hydrateRoot(root, page, isOfCaller ? forCaller : {})
  else createRoot(root).render(page)
})
