import type { RouteObject } from 'react-router'
import type { Role } from '../../contract/endpoint.ts'
import { type CatalogName, loadCatalog } from '../app/i18n.ts'
import { setMemberScreenPreloader } from '../app/preload-member-screens.ts'
import { LoadingPlaceholder } from './loading-placeholder.tsx'
import { PublicFrame } from './public-frame.tsx'
import { Root } from './root.tsx'
import { RootError } from './root-error.tsx'
import { ScreenFailed } from './screen-failed.tsx'
import { catalogsOf, type Screen, type ScreenModule, screens } from './screens.ts'

async function loadWithCatalogs(
  load: () => Promise<ScreenModule>,
  ...catalogs: CatalogName[]
): Promise<ScreenModule> {
  const [module] = await Promise.all([load(), ...catalogs.map(loadCatalog)])
  return module
}

/** The lazy routes of all screens in a frame. */
function screensIn(frame: Screen['frame']): RouteObject[] {
  return Object.entries(screens)
    .filter(([, screen]) => screen.frame === frame)
    .map(([path, screen]) => ({
      path,
      lazy: () =>
        frame === 'first' ? screen.load() : loadWithCatalogs(screen.load, 'everybody', ...catalogsOf(screen)),
    }))
}

/** Adds an error boundary below the bar: if a screen fails, the bar stays usable. */
function underBar(screens: RouteObject[]): RouteObject[] {
  return [{ ErrorBoundary: ScreenFailed, children: screens }]
}

const kit: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/kit', lazy: () => loadWithCatalogs(() => import('../kit/kit-page.tsx'), 'everybody') }]
  : []

const notFound: RouteObject = {
  path: '*',
  lazy: () => loadWithCatalogs(() => import('./not-found-page.tsx'), 'everybody'),
}

function optionalSessionRoutes(role: Role): RouteObject {
  const loadFrame = async () => (await import('./optional-session-frame.tsx')).optionalSessionFrames[role]
  return {
    lazy: () => loadWithCatalogs(loadFrame, 'everybody'),
    children: underBar(screensIn(`${role} optional session`)),
  }
}

const khateebOptionalSessionRoutes = optionalSessionRoutes('khateeb')
const memberScreens = screensIn('members')
const memberRoutes: RouteObject = {
  lazy: () => loadWithCatalogs(() => import('./signed-in-frame.tsx'), 'everybody', 'members'),
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
            lazy: () => loadWithCatalogs(() => import('./app-frame.tsx'), 'everybody'),
            children: [
              { Component: PublicFrame, children: underBar(screensIn('public')) },
              khateebOptionalSessionRoutes,
              optionalSessionRoutes('masjid'),
              memberRoutes,
              ...kit,
            ],
          },
        ],
      },
    ],
  },
]

setMemberScreenPreloader(() => {
  const preloaded = [
    memberRoutes,
    ...memberScreens,
    khateebOptionalSessionRoutes,
    ...screensIn('khateeb optional session'),
  ]
  // A screen that fails to load shows its error when the user navigates to it.
  for (const { lazy } of preloaded) if (typeof lazy === 'function') lazy().catch(() => undefined)
})
