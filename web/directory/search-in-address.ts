import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/** Milliseconds without a keystroke after which the server is asked. */
const pause = 300

/** What the server takes at most, in characters. */
const longest = 200

/** The search that an address asks for; empty for none. */
export function soughtIn(params: URLSearchParams): string {
  const plain = (params.get('q') ?? '').replaceAll(/\p{Cc}+/gu, ' ')
  // By characters, not by halves of them.
  return Array.from(plain.trim()).slice(0, longest).join('')
}

interface SearchInAddress {
  /** What stands in the box. */
  readonly typed: string
  readonly type: (text: string) => void
  /** What is looked for: the box as it was at the last pause. */
  readonly sought: string
}

/** A search that lives in the screen's address, so that going back, reloading and sharing keep it. */
export function useSearchInAddress(): SearchInAddress {
  const [params, setParams] = useSearchParams()
  const sought = soughtIn(params)
  const [typed, type] = useState(sought)

  useEffect(() => {
    const next = soughtIn(new URLSearchParams({ q: typed }))
    if (next === sought) return undefined
    const write = (before: URLSearchParams) => {
      const after = new URLSearchParams(before)
      if (next === '') after.delete('q')
      else after.set('q', next)
      return after
    }
    const timer = setTimeout(() => setParams(write, { replace: true, preventScrollReset: true }), pause)
    return () => clearTimeout(timer)
  }, [typed, sought, setParams])

  return { typed, type, sought }
}
