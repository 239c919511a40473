import { useEffect, useState } from 'react'
import { reactionTime } from '../ui/reaction-time.ts'

/**
 * Whether the items of a list are those of another search, or have replaced them less than `reactionTime` ago. Until then, buttons of the
 * items ignore presses: a press may be meant for an item that was at this place before.
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
