import { queryClient } from '../app/document-context.ts'
import { openDialogCount } from '../ui/open-dialogs.ts'
import { watchIdleMoments } from './idle-moments.ts'
import { prefetchScreenRefresh, type RefreshResult } from './prefetch-screen-refresh.ts'
import { preventMisclicks } from './prevent-misclicks.ts'
import { shareChangeStream } from './shared-change-stream.ts'
import { watchBoundaries } from './watch-boundaries.ts'

/** In milliseconds. A refresh that could not reach the server is retried after this time. */
const retryTime = 5_000

export interface LiveUpdates {
  /** Sets the parties on the screen. Their public changes also refresh it. */
  readonly showUids: (uids: readonly string[]) => void
  readonly stop: () => void
}

interface LiveUpdateCallbacks {
  /** Called after each refresh. */
  readonly onShown: (change: RefreshResult) => void
  /** Called when the session has ended. */
  readonly onSignedOut: () => void
}

/**
 * Refreshes the screen after changes by other users, when a slot on it begins or ends, and at midnight. Waits for a moment without user
 * input.
 */
export function startLiveUpdates({ onShown, onSignedOut }: LiveUpdateCallbacks): LiveUpdates {
  const moments = watchIdleMoments()
  const stopping = new AbortController()
  let isOutdated = false
  let refreshing: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  async function refresh(): Promise<void> {
    while (isOutdated) {
      await moments.next()
      isOutdated = false
      const show = await prefetchScreenRefresh()
      if (stopping.signal.aborted) return
      if (show === 'signed out') return onSignedOut()
      if (show === 'unreachable') {
        isOutdated = true
        return retryLater()
      }
      // The user may have started to press or type while the calls were running.
      if (show !== 'outdated' && moments.isIdle()) preventMisclicks(() => onShown(show()))
      else isOutdated = true
    }
  }

  function startRefresh(): void {
    refreshing ??= refresh().finally(() => {
      refreshing = undefined
    })
  }

  function retryLater(): void {
    clearTimeout(timer)
    timer = setTimeout(startRefresh, retryTime)
  }

  function refreshSoon(): void {
    isOutdated = true
    startRefresh()
  }

  // While a dialog is open, React Query does not refetch when the user returns to the tab or to the network (see `createQueryClient`).
  function onReturn(): void {
    if (document.visibilityState === 'visible' && openDialogCount() > 0) refreshSoon()
  }
  document.addEventListener('visibilitychange', onReturn, { signal: stopping.signal })
  window.addEventListener('online', onReturn, { signal: stopping.signal })

  const changes = shareChangeStream(oldestResponseTime, { onChanged: refreshSoon, onSignedOut })
  const stopClock = watchBoundaries(oldestResponseTime, refreshSoon)
  return {
    showUids: changes.show,
    stop() {
      stopping.abort()
      stopClock()
      changes.stop()
      moments.stop()
      clearTimeout(timer)
    },
  }
}

/** Returns when the oldest response on the screen was received, in epoch milliseconds. */
function oldestResponseTime(): number {
  const shown = queryClient().getQueryCache().findAll({ type: 'active' })
  const times = shown.map((it) => it.state.dataUpdatedAt).filter((it) => it > 0)
  return Math.min(Date.now(), ...times)
}
