import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject, ShouldRevalidateFunction } from 'react-router'
import { type CatalogName, loadCatalog } from '../app/i18n.ts'
import { setMemberScreenPreloader } from '../app/preload-member-screens.ts'
import { LoadingPlaceholder } from './loading-placeholder.tsx'
import { PublicFrame } from './public-frame.tsx'
import { Root } from './root.tsx'
import { RootError } from './root-error.tsx'
import { ScreenFailed } from './screen-failed.tsx'
import { type Screen, screens } from './screens.ts'

/** The exports of the module of a screen or frame. */
interface ScreenModule {
  readonly Component: ComponentType
  readonly ErrorBoundary?: ComponentType
  readonly HydrateFallback?: ComponentType
  readonly loader?: LoaderFunction
  readonly shouldRevalidate?: ShouldRevalidateFunction
}

const modules = import.meta.glob<ScreenModule>([
  '../*/*-page.tsx',
  '../identity/account/*-page.tsx',
  '!../{kit,shell}/*',
])

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
    .map(([path, { module, catalogs }]) => {
      const load = modules[`../${module}`]
      if (load === undefined) throw new Error(`web/${module} is not a screen's file.`)
      return {
        path,
        lazy: () => (frame === 'first' ? load() : loadWithCatalogs(load, 'everybody', ...catalogs)),
      }
    })
}

async function khateebOptionalSessionFrame(): Promise<ScreenModule> {
  const { KhateebOptionalSessionFrame, loader } = await import('./optional-session-frame.tsx')
  return { Component: KhateebOptionalSessionFrame, loader }
}

async function masjidOptionalSessionFrame(): Promise<ScreenModule> {
  const { MasjidOptionalSessionFrame, loader } = await import('./optional-session-frame.tsx')
  return { Component: MasjidOptionalSessionFrame, loader }
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

const khateebOptionalSessionRoutes: RouteObject = {
  lazy: () => loadWithCatalogs(khateebOptionalSessionFrame, 'everybody'),
  children: underBar(screensIn('khateeb optional session')),
}
const masjidOptionalSessionRoutes: RouteObject = {
  lazy: () => loadWithCatalogs(masjidOptionalSessionFrame, 'everybody'),
  children: underBar(screensIn('masjid optional session')),
}
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
              masjidOptionalSessionRoutes,
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
