import type { RouteObject } from 'react-router'
import { FailedScreen } from './failed-screen.tsx'

/** Adds an error boundary below the bar: if a screen fails, the bar stays usable. */
export function withErrorBoundary(screens: RouteObject[]): RouteObject[] {
  return [{ ErrorBoundary: FailedScreen, children: screens }]
}
