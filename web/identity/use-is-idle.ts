import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * Tells whether the screen still stands, with no step to another under way: whoever has left it while something took its
 * time, or is leaving, is not to be called back.
 */
export function useIsIdle(): () => boolean {
  const { state } = useNavigation()
  const stands = useRef(false)
  useEffect(() => {
    stands.current = state === 'idle'
    return () => {
      stands.current = false
    }
  }, [state])
  return () => stands.current
}
