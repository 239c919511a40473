import type { RouteObject } from 'react-router'
import { patterns } from '../../contract/screen-paths.ts'
// Loads the messages of the first paint.
import '../app/i18n.ts'
import { PublicFrame, RootError } from './frames.tsx'
import { homeScreen } from './home-screen.ts'
import { LoadingPlaceholder, Root } from './root.tsx'
import { underBar } from './under-bar.ts'

/** The id of the route that has all screens. */
export const screensId = 'screens'

/** The routes of the home page and of `others`, which are `otherRoutes` or, as long as these haven't loaded, none. */
export function routesWith(others: readonly RouteObject[]): RouteObject[] {
  const home = [patterns.home, patterns.homeAlias].map((path) => ({ path, lazy: homeScreen }))
  return [
    {
      Component: Root,
      HydrateFallback: LoadingPlaceholder,
      children: [
        {
          id: screensId,
          ErrorBoundary: RootError,
          children: [{ Component: PublicFrame, children: underBar(home) }, ...others],
        },
      ],
    },
  ]
}
