import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * Returns a function that returns whether the screen is still mounted and no navigation is running. Call it before a delayed
 * redirect, so that a user who has left the screen is not redirected.
 */
export function useIsNavigationIdle(): () => boolean {
  const { state } = useNavigation()
  const isIdle = useRef(false)
  useEffect(() => {
    isIdle.current = state === 'idle'
    return () => {
      isIdle.current = false
    }
  }, [state])
  return () => isIdle.current
}
