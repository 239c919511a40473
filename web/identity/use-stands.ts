import { useEffect, useRef } from 'react'

/** Tells whether the screen still stands: whoever has left it while something took its time is not to be called back. */
export function useStands(): () => boolean {
  const stands = useRef(false)
  useEffect(() => {
    stands.current = true
    return () => {
      stands.current = false
    }
  }, [])
  return () => stands.current
}
