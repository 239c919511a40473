import { useEffect, useState } from 'react'
import { reactionTime } from '../ui/reaction-time.ts'

/**
 * Whether the items of a list are still from the previous search, or have replaced such items less than `reactionTime` ago. During this
 * time, buttons of the items ignore presses: a press may be meant for an item that was at this place before.
 */
export function useIsChanging(isStale: boolean): boolean {
  const [isChanging, setIsChanging] = useState(isStale)
  if (isStale && !isChanging) setIsChanging(true)
  useEffect(() => {
    if (isStale) return undefined
    const timer = setTimeout(() => setIsChanging(false), reactionTime)
    return () => clearTimeout(timer)
  }, [isStale])
  return isChanging
}

/**
 * Whether an item of a list has left its place less than `reactionTime` ago, for example because the user's last act has removed a row.
 * During this time, buttons of the items ignore presses, as with `useIsChanging`.
 * @param ids the ids of the items, in their order. Items that are added at the end move no others.
 */
export function useHaveItemsMoved(ids: readonly string[]): boolean {
  const order = ids.join()
  const [settled, setSettled] = useState(order)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(order), reactionTime)
    return () => clearTimeout(timer)
  }, [order])
  return !order.startsWith(settled)
}
