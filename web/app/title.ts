import { useEffect } from 'react'

/** Names the document after the screen; without a title it bears the product's name alone. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = title === undefined ? 'Minbar' : `${title} · Minbar`
  }, [title])
}
