import type { RouteObject } from 'react-router'
import { patterns } from '../../contract/screen-paths.ts'
// Loads the messages of the first paint.
import '../app/i18n.ts'
import { PublicFrame, RootError } from './frames.tsx'
import { homeScreen } from './home-screen.ts'
import { LoadingPlaceholder, Root } from './root.tsx'
import { withErrorBoundary } from './with-error-boundary.ts'

/** The id of the route that contains all screens. */
export const screensId = 'screens'

/** Returns the routes of the home page and `others`: the `otherRoutes`, or an empty list until they have loaded. */
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
          children: [{ Component: PublicFrame, children: withErrorBoundary(home) }, ...others],
        },
      ],
    },
  ]
}
