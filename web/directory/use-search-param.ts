import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParameter } from '../app/search-parameter.ts'

/** Milliseconds without a keystroke after which the server is asked. */
const pause = 300

/** What the server takes at most, in characters. */
const longest = 200

/** The search that an address asks for; empty for none. */
export function searchTermIn(params: URLSearchParams): string {
  return sent(params.get('q') ?? '')
}

function sent(typed: string): string {
  const plain = typed.replaceAll(/\p{Cc}+/gu, ' ')
  // By characters, not by halves of them.
  return Array.from(plain.trim()).slice(0, longest).join('')
}

interface SearchParam {
  /** What stands in the box. */
  readonly typed: string
  readonly type: (text: string) => void
  /** What is looked for: the box as it was at the last pause. */
  readonly sought: string
}

/** A search that lives in the screen's address, so that going back, reloading and sharing keep it. */
export function useSearchParam(): SearchParam {
  const [inAddress, write] = useSearchParameter('q')
  const sought = sent(inAddress)
  const [typed, type] = useState(sought)
  const look = useEffectEvent(write)

  useEffect(() => {
    const next = sent(typed)
    if (next === sought) return undefined
    const timer = setTimeout(() => look(next), pause)
    return () => clearTimeout(timer)
  }, [typed, sought])

  return { typed, type, sought }
}
