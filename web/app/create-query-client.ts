import { notifyManager, QueryClient } from '@tanstack/react-query'
import { CallFailed } from '../../contract/client.ts'

/** Retries a query only if the server could not be reached or was unavailable. After a refusal, a retry would be refused again. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof CallFailed && (error.status === 0 || error.status === 503)
}

// By default, React Query notifies components in a task. That task could run after the second click of a double click, when the
// button should already be busy. A microtask runs before that click.
notifyManager.setScheduler(queueMicrotask)

/** A cache of the server's answers. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline, a call fails and its screen says so. By default React Query would pause it silently until the browser is online.
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        retry: shouldRetry,
        // The screen's loader has just made the call. If it failed, mounting the screen must not repeat it.
        retryOnMount: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
