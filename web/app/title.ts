import { createContext, useContext, useEffect } from 'react'

/** Server-side rendering: receives the document's title. */
export const TitleContext = createContext<((title: string) => void) | undefined>(undefined)

/** Sets the document's title; without a title, only the product's name. */
export function useTitle(title?: string): void {
  const fullTitle = title === undefined ? 'Minbar' : `${title} · Minbar`
  useContext(TitleContext)?.(fullTitle)
  useEffect(() => {
    document.title = fullTitle
  }, [fullTitle])
}
