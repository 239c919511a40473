import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const storageKey = 'scroll-positions'

/** How far down each entry of the history was left, in pixels. */
const positions: Record<string, number> = {}

/**
 * A new screen begins at its top, one that is gone back to or loaded anew where it was left; a change of the search leaves
 * it where it is. The router's own component does the same, and weighs three times as much.
 */
export function useScrollPosition(): void {
  const { key, pathname, hash } = useLocation()
  const entry = key + pathname
  const before = useRef(pathname)

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    // A browser may keep nothing, and say so by throwing.
    try {
      Object.assign(positions, JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
    } catch {}
    const keep = () => {
      try {
        sessionStorage.setItem(storageKey, JSON.stringify(positions))
      } catch {}
    }
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [])

  useLayoutEffect(() => {
    const isNew = before.current !== pathname
    before.current = pathname
    const note = () => {
      positions[entry] = window.scrollY
    }
    const position = positions[entry]
    if (position !== undefined) window.scrollTo(0, position)
    else {
      if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
      else if (isNew) window.scrollTo(0, 0)
      note()
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [entry, pathname, hash])
}
