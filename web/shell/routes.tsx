import type { RouteObject } from 'react-router'
import { type CatalogName, loadCatalog } from '../app/i18n.ts'
import { setMemberScreenPreloader } from '../app/preload-member-screens.ts'
import { PublicFrame, RootError } from './frames.tsx'
import { LoadingPlaceholder, Root } from './root.tsx'
import { ScreenFailed } from './screen-failed.tsx'
import { frameModules, notFoundScreen, type Screen, screens } from './screens.ts'

/** Loads a module with its messages. */
async function withCatalogs(load: Screen['load'], ...catalogs: readonly CatalogName[]) {
  const [module] = await Promise.all([load(), loadCatalog('shared'), ...catalogs.map(loadCatalog)])
  return module
}

/** The lazy routes of all screens in a frame. */
function screensIn(frame: Screen['frame']): RouteObject[] {
  return Object.entries(screens)
    .filter(([, screen]) => screen.frame === frame)
    .map(([path, screen]) => ({
      path,
      lazy: () => (frame === 'home' ? screen.load() : withCatalogs(screen.load, ...screen.catalogs)),
    }))
}

/** Adds an error boundary below the bar: if a screen fails, the bar stays usable. */
function underBar(screens: RouteObject[]): RouteObject[] {
  return [{ ErrorBoundary: ScreenFailed, children: screens }]
}

const notFound: RouteObject = {
  path: '*',
  lazy: () => withCatalogs(notFoundScreen),
}

const optionalSessionScreens = screensIn('optional session')
const optionalSessionRoutes: RouteObject = {
  lazy: () => withCatalogs(frameModules.optionalSession),
  children: underBar(optionalSessionScreens),
}
const memberScreens = screensIn('members')
const memberRoutes: RouteObject = {
  lazy: () => withCatalogs(frameModules.signedIn, 'members'),
  children: underBar(memberScreens),
}

export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: LoadingPlaceholder,
    children: [
      {
        ErrorBoundary: RootError,
        children: [
          { Component: PublicFrame, children: underBar([...screensIn('home'), notFound]) },
          {
            lazy: () => withCatalogs(frameModules.app),
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
