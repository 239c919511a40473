import type { RouteObject } from 'react-router'
import { type CatalogName, loadCatalog } from '../app/load-catalog.ts'
import { setMemberScreenPreloader } from '../app/preload-member-screens.ts'
import { PublicFrame } from './frames.tsx'
import { frameLoaders, loadNotFoundScreen, type Screen, screens } from './screens.ts'
import { withErrorBoundary } from './with-error-boundary.ts'

/** Loads a module together with its message catalogs. */
async function loadWithCatalogs(load: Screen['load'], ...catalogs: readonly CatalogName[]) {
  const [module] = await Promise.all([load(), loadCatalog('shared'), ...catalogs.map(loadCatalog)])
  return module
}

/** Returns the lazy routes of all screens with this frame. */
function screenRoutesIn(frame: Screen['frame']): RouteObject[] {
  return Object.entries(screens)
    .filter(([, screen]) => screen.frame === frame)
    .map(([path, screen]) => ({
      path,
      lazy: () => loadWithCatalogs(screen.load, ...screen.catalogs),
    }))
}

const notFound: RouteObject = {
  path: '*',
  lazy: () => loadWithCatalogs(loadNotFoundScreen),
}

const optionalSessionScreenRoutes = screenRoutesIn('optional session')
const optionalSessionRoutes: RouteObject = {
  lazy: () => loadWithCatalogs(frameLoaders.optionalSession),
  children: withErrorBoundary(optionalSessionScreenRoutes),
}
const memberScreenRoutes = screenRoutesIn('members')
const memberRoutes: RouteObject = {
  lazy: () => loadWithCatalogs(frameLoaders.signedIn, 'members'),
  children: withErrorBoundary(memberScreenRoutes),
}

/** The routes of all screens except the home page, which doesn't load them before its first paint. */
export const otherRoutes: RouteObject[] = [
  { Component: PublicFrame, children: withErrorBoundary([notFound]) },
  {
    lazy: () => loadWithCatalogs(frameLoaders.app),
    children: [
      { Component: PublicFrame, children: withErrorBoundary(screenRoutesIn('public')) },
      optionalSessionRoutes,
      memberRoutes,
    ],
  },
]

setMemberScreenPreloader(async () => {
  const preloaded = [
    memberRoutes,
    ...memberScreenRoutes,
    optionalSessionRoutes,
    ...optionalSessionScreenRoutes,
  ]
  for (const { lazy } of preloaded) {
    // Loads one screen at a time, because on a phone, requesting all screens in one task would block the page for a tenth of a second.
    // Ignores failures. A screen that fails to load shows an error when the user navigates to it.
    if (typeof lazy === 'function') await lazy().catch(() => undefined)
  }
})
