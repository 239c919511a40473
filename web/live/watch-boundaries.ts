import type { QueryCacheNotifyEvent } from '@tanstack/react-query'
import { queryClient } from '../app/document-context.ts'
import { isScreenData } from '../app/refresh-screen.ts'
import { cachedSession } from '../app/session.ts'
import { nextTimeBoundary } from './next-time-boundary.ts'

/** How far this device's clock may be ahead of the server's clock, in milliseconds. The server decides whether a slot has begun. */
const margin = 2_000

/** The longest wait of one timer, in milliseconds. Browsers limit a timer to 24 days. */
const longestWait = 24 * 60 * 60_000

/** Whether the screen may show other slots or time zones after an event of the cache. Most events only report that a call is running. */
function changesKhutbahs(event: QueryCacheNotifyEvent): boolean {
  if (event.type === 'updated') return event.action.type === 'success'
  return event.type === 'observerAdded' || event.type === 'observerRemoved'
}

/**
 * Calls `onBoundary` whenever a slot on the screen begins, or is no longer under way, and at midnight in the time zones of the session and
 * of the screen's masjids, because words such as “today” change then. Returns a function that stops the calls.
 * @param asOf returns the instant of the screen's oldest response, in epoch milliseconds
 */
export function watchBoundaries(asOf: () => number, onBoundary: () => void): () => void {
  const cache = queryClient().getQueryCache()
  let passedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule(): void {
    clearTimeout(timer)
    const shown = cache.findAll({ type: 'active', predicate: isScreenData }).map((it) => it.state.data)
    // Starts at the oldest response, because a boundary may have passed before this script was loaded. Skips boundaries for which
    // `onBoundary` was already called, because after a failed refresh the oldest response is still older than these boundaries.
    const data = [shown, { timeZone: cachedSession()?.timeZone }]
    const next = nextTimeBoundary(data, Math.max(asOf(), passedAt) - margin)
    if (next === undefined) return
    const left = next + margin - Date.now()
    timer = left > longestWait ? setTimeout(schedule, longestWait) : setTimeout(passBoundary, left)
  }

  function passBoundary(): void {
    passedAt = Date.now()
    schedule()
    onBoundary()
  }

  schedule()
  const unsubscribe = cache.subscribe((event) => {
    if (changesKhutbahs(event)) schedule()
  })
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}
