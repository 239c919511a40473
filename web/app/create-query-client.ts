import { notifyManager, QueryClient } from '@tanstack/react-query'
import { openDialogCount } from '../ui/open-dialogs.ts'
import { isUnreachable } from './failure-message.ts'

/**
 * Whether to retry a query: at most twice, and only if the server was unreachable or unavailable. The server would refuse a retry of a
 * refused call.
 */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 2 && isUnreachable(error)
}

/**
 * Whether to refetch stale data when the user returns to the tab or to the network. Not while a dialog is open, because the dialog would
 * change while the user uses it. Live updates refetch the data when the dialog has closed.
 */
const shouldRefetchOnReturn = () => openDialogCount() === 0

// By default, React Query notifies components in a later task. The second click of a double click could come before this task, when
// the button is not busy yet. A microtask runs before the second click.
notifyManager.setScheduler(queueMicrotask)

/** Creates a cache of the server's responses. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // `networkMode: 'always'` makes calls fail while the browser is offline, so that screens can show an error. By default, React
      // Query would silently wait until the browser is online.
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        retry: shouldRetry,
        // The screen's loader makes the call of a query just before the screen mounts. If the call fails, mounting the screen must not
        // repeat it.
        retryOnMount: false,
        networkMode: 'always',
        refetchOnWindowFocus: shouldRefetchOnReturn,
        refetchOnReconnect: shouldRefetchOnReturn,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
