import { t } from '@lingui/core/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useNavigation } from 'react-router'
import { queryClient } from '../app/document-context.ts'
import { Toasts } from '../ui/toasts.tsx'

/**
 * The frame of all screens except the home page and the screen for unknown addresses. It has the query client and the toasts, which stay
 * open across navigations.
 */
export function Component() {
  return (
    <QueryClientProvider client={queryClient()}>
      <NavigationProgress />
      <Outlet />
      <Toasts />
    </QueryClientProvider>
  )
}

/** A progress line at the top while the next screen loads. It appears after a short delay. */
function NavigationProgress() {
  const { state } = useNavigation()
  return (
    state !== 'idle' && (
      <output
        aria-label={t`Loading…`}
        className="forced-edge fixed inset-x-0 top-0 z-30 block animate-late overflow-hidden"
      >
        <span className="forced-fill block h-1 w-1/3 animate-sweep bg-accent" />
      </output>
    )
  )
}
