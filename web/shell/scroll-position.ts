import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const storageKey = 'scroll-positions'

/** The last scroll position of each history entry, in pixels. */
const positions: Record<string, number> = {}

/**
 * Scrolls a new screen to its top, and restores the position after Back or a reload. A change of the search parameters doesn't
 * scroll. The router's own `ScrollRestoration` does the same, but is three times as large.
 */
export function useScrollPosition(): void {
  const { key, pathname, hash } = useLocation()
  // The key alone is not enough, because the first history entry of every document has the key `default`.
  const entry = key + pathname
  const before = useRef(pathname)

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    // A browser that blocks storage throws.
    try {
      Object.assign(positions, JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
    } catch {}
    const save = () => {
      try {
        sessionStorage.setItem(storageKey, JSON.stringify(positions))
      } catch {}
    }
    window.addEventListener('pagehide', save)
    return () => window.removeEventListener('pagehide', save)
  }, [])

  useLayoutEffect(() => {
    const isNew = before.current !== pathname
    before.current = pathname
    const record = () => {
      positions[entry] = window.scrollY
    }
    const position = positions[entry]
    if (position !== undefined) window.scrollTo(0, position)
    else {
      if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
      else if (isNew) window.scrollTo(0, 0)
      record()
    }
    window.addEventListener('scroll', record, { passive: true })
    return () => window.removeEventListener('scroll', record)
  }, [entry, pathname, hash])
}
