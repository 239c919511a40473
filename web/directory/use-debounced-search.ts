import { useEffect, useEffectEvent, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { useSearchParameter } from '../app/search-parameter.ts'

/** Debounce of the search, in milliseconds. */
const debounceDelay = 300

/** The server's limit for a search term, in characters. */
const maxLength = 200

/** Returns the search term in a query string; empty if there is none. */
export function searchTermIn(params: URLSearchParams): string {
  return toSearchTerm(params.get('q') ?? '')
}

function toSearchTerm(typed: string): string {
  const plain = typed.replaceAll(/\p{Cc}+/gu, ' ')
  // By code points: `slice` on the string could split a surrogate pair.
  return Array.from(plain.trim()).slice(0, maxLength).join('')
}

/** Returns the typed text as a search term, debounced. */
export function useDebouncedTerm(typed: string): string {
  const term = toSearchTerm(typed)
  const [debounced, setDebounced] = useState(term)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(term), debounceDelay)
    return () => clearTimeout(timer)
  }, [term])
  return debounced
}

export interface DebouncedSearch {
  /** The text in the search field. */
  readonly typed: string
  readonly setTyped: (text: string) => void
  /** The term to search for: the text, debounced. */
  readonly searchTerm: string
}

/** Keeps the debounced term of a search field in the URL's `q`, so that Back, a reload and a shared link show the same results. */
export function useDebouncedSearch(): DebouncedSearch {
  const [inUrl, setInUrl] = useSearchParameter('q')
  const searchTerm = toSearchTerm(inUrl)
  const [typed, setTyped] = useState(searchTerm)
  const updateUrl = useEffectEvent(setInUrl)
  const { key, search } = useLocation()
  const isReplaced = useNavigationType() === NavigationType.Replace
  const [lastKey, setLastKey] = useState(key)
  if (key !== lastKey) {
    setLastKey(key)
    // Back and links to this screen set the text. The screen's own changes of the address, which replace the history entry, must not undo
    // typing. `inUrl` may still have the term of such a change, if a link interrupted the change.
    if (!isReplaced) setTyped(searchTermIn(new URLSearchParams(search)))
  }

  useEffect(() => {
    const next = toSearchTerm(typed)
    if (next === searchTerm) return undefined
    const timer = setTimeout(() => updateUrl(next), debounceDelay)
    return () => clearTimeout(timer)
  }, [typed, searchTerm])

  return { typed, setTyped, searchTerm }
}
