import { useEffect, useEffectEvent } from 'react'

/** Does something once what was drawn stands on the screen: what nobody can need before shall not hold it up. */
export function useAfterPaint(work: () => void): void {
  const begin = useEffectEvent(work)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => begin())
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
}
