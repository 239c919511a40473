import { queryClient } from '../app/document-context.ts'
import { watchIdleMoments } from './idle-moments.ts'
import { prefetchScreenRefresh, type RefreshResult } from './prefetch-screen-refresh.ts'
import { preventMisclicks } from './prevent-misclicks.ts'
import { shareChangeStream } from './shared-change-stream.ts'
import { watchClock } from './watch-clock.ts'

/** Milliseconds until the next try after a refresh that could not reach the server. */
const retryTime = 5_000

export interface LiveUpdates {
  /** Sets the parties on the screen. Their public changes also refresh it. */
  readonly showUids: (uids: readonly string[]) => void
  readonly stop: () => void
}

interface LiveUpdateCallbacks {
  /** After a refresh. */
  readonly onShown: (change: RefreshResult) => void
  /** The session has ended. */
  readonly onSignedOut: () => void
}

/** Keeps the screen up to date with the clock and with what others change, in moments in which the user does nothing. */
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
      // While the answers were under way, the user may have begun to press something.
      if (moments.isIdle()) preventMisclicks(() => onShown(show()))
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

  const changes = shareChangeStream(oldestAnswer, { onChanged: refreshSoon, onSignedOut })
  const stopClock = watchClock(oldestAnswer, refreshSoon)
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

/** When the oldest answer on the screen was received, in milliseconds. */
function oldestAnswer(): number {
  const shown = queryClient().getQueryCache().findAll({ type: 'active' })
  const times = shown.map((it) => it.state.dataUpdatedAt).filter((it) => it > 0)
  return Math.min(Date.now(), ...times)
}
