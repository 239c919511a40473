import { notifyManager, QueryClient } from '@tanstack/react-query'
import { CallFailed } from '../../contract/client.ts'

/** Trying again helps only where the server was away; what it refused, it refuses again. */
function worthAnotherTry(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof CallFailed && (error.status === 0 || error.status === 503)
}

// By a button's next click it must show that it is busy, and the second click of a double one comes before the next task.
notifyManager.setScheduler(queueMicrotask)

/** A cache of the server's answers. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline a call fails, and its screen says so, rather than to wait in silence until the line is back.
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        retry: worthAnotherTry,
        // A screen's loader has just asked; what was refused before the screen was drawn need not be asked twice.
        retryOnMount: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
