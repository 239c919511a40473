import type { RouteObject } from 'react-router'
import { type CatalogName, loadCatalog } from '../app/load-catalog.ts'
import { setMemberScreenPreloader } from '../app/preload-member-screens.ts'
import { PublicFrame } from './frames.tsx'
import { frameModules, notFoundScreen, type Screen, screens } from './screens.ts'
import { withErrorBoundary } from './with-error-boundary.ts'

/** Loads a module together with its message catalogs. */
async function withCatalogs(load: Screen['load'], ...catalogs: readonly CatalogName[]) {
  const [module] = await Promise.all([load(), loadCatalog('shared'), ...catalogs.map(loadCatalog)])
  return module
}

/** Returns the lazy routes of all screens with this frame. */
function screensIn(frame: Screen['frame']): RouteObject[] {
  return Object.entries(screens)
    .filter(([, screen]) => screen.frame === frame)
    .map(([path, screen]) => ({
      path,
      lazy: () => withCatalogs(screen.load, ...screen.catalogs),
    }))
}

const notFound: RouteObject = {
  path: '*',
  lazy: () => withCatalogs(notFoundScreen),
}

const optionalSessionScreens = screensIn('optional session')
const optionalSessionRoutes: RouteObject = {
  lazy: () => withCatalogs(frameModules.optionalSession),
  children: withErrorBoundary(optionalSessionScreens),
}
const memberScreens = screensIn('members')
const memberRoutes: RouteObject = {
  lazy: () => withCatalogs(frameModules.signedIn, 'members'),
  children: withErrorBoundary(memberScreens),
}

/** The routes of all screens except the home page, which doesn't load them before its first paint. */
export const otherRoutes: RouteObject[] = [
  { Component: PublicFrame, children: withErrorBoundary([notFound]) },
  {
    lazy: () => withCatalogs(frameModules.app),
    children: [
      { Component: PublicFrame, children: withErrorBoundary(screensIn('public')) },
      optionalSessionRoutes,
      memberRoutes,
    ],
  },
]

setMemberScreenPreloader(() => {
  const preloaded = [memberRoutes, ...memberScreens, optionalSessionRoutes, ...optionalSessionScreens]
  // Ignores failures. A screen that fails to load shows an error when the user navigates to it.
  for (const { lazy } of preloaded) if (typeof lazy === 'function') lazy().catch(() => undefined)
})
