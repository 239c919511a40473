import type { RouteObject } from 'react-router'
import { type CatalogName, loadCatalog } from '../app/i18n.ts'
import { setMemberScreenPreloader } from '../app/preload-member-screens.ts'
import { PublicFrame, RootError } from './frames.tsx'
import { LoadingPlaceholder, Root } from './root.tsx'
import { ScreenFailed } from './screen-failed.tsx'
import { catalogsOf, type Screen, type ScreenModule, screens } from './screens.ts'

/** Loads a module with its messages. */
async function withCatalogs(
  load: () => Promise<ScreenModule>,
  ...catalogs: readonly CatalogName[]
): Promise<ScreenModule> {
  const [module] = await Promise.all([load(), loadCatalog('everybody'), ...catalogs.map(loadCatalog)])
  return module
}

/** The lazy routes of all screens in a frame. */
function screensIn(frame: Screen['frame']): RouteObject[] {
  return Object.entries(screens)
    .filter(([, screen]) => screen.frame === frame)
    .map(([path, screen]) => ({
      path,
      lazy: () => (frame === 'first' ? screen.load() : withCatalogs(screen.load, ...catalogsOf(screen))),
    }))
}

/** Adds an error boundary below the bar: if a screen fails, the bar stays usable. */
function underBar(screens: RouteObject[]): RouteObject[] {
  return [{ ErrorBoundary: ScreenFailed, children: screens }]
}

const notFound: RouteObject = {
  path: '*',
  lazy: () => withCatalogs(() => import('./not-found-page.tsx')),
}

const optionalSessionScreens = screensIn('optional session')
const optionalSessionRoutes: RouteObject = {
  lazy: () => withCatalogs(() => import('./optional-session-frame.tsx')),
  children: underBar(optionalSessionScreens),
}
const memberScreens = screensIn('members')
const memberRoutes: RouteObject = {
  lazy: () => withCatalogs(() => import('./signed-in-frame.tsx'), 'members'),
  children: underBar(memberScreens),
}

/** The routes of all screens. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: LoadingPlaceholder,
    children: [
      {
        ErrorBoundary: RootError,
        children: [
          { Component: PublicFrame, children: underBar([...screensIn('first'), notFound]) },
          {
            lazy: () => withCatalogs(() => import('./app-frame.tsx')),
            children: [
              { Component: PublicFrame, children: underBar(screensIn('public')) },
              optionalSessionRoutes,
              memberRoutes,
            ],
          },
        ],
      },
    ],
  },
]

setMemberScreenPreloader(() => {
  const preloaded = [memberRoutes, ...memberScreens, optionalSessionRoutes, ...optionalSessionScreens]
  // A screen that fails to load shows its error when the user navigates to it.
  for (const { lazy } of preloaded) if (typeof lazy === 'function') lazy().catch(() => undefined)
})
