import type { RouteObject } from 'react-router'
import { routePatterns } from '../../contract/screen-paths.ts'
// Loads the messages of the first paint.
import '../app/i18n.ts'
import { PublicFrame, RootErrorScreen } from './frames.tsx'
import { loadHomePage } from './home-screen.ts'
import { LoadingPlaceholder, Root } from './root.tsx'
import { withErrorBoundary } from './with-error-boundary.ts'

/** The id of the route that contains all screens. */
export const screensRouteId = 'screens'

/** Returns the routes of the home page and `others`: the `otherRoutes`, or an empty list until they have loaded. */
export function routesWith(others: readonly RouteObject[]): RouteObject[] {
  const home = [routePatterns.home, routePatterns.homeAlias].map((path) => ({ path, lazy: loadHomePage }))
  return [
    {
      Component: Root,
      HydrateFallback: LoadingPlaceholder,
      children: [
        {
          id: screensRouteId,
          ErrorBoundary: RootErrorScreen,
          children: [{ Component: PublicFrame, children: withErrorBoundary(home) }, ...others],
        },
      ],
    },
  ]
}
