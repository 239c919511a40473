import { createContext, useContext, useEffect } from 'react'

/** During server-side rendering, the function that receives the document's title. Undefined in the browser. */
export const TitleContext = createContext<((title: string) => void) | undefined>(undefined)

/** Sets the document's title to the screen's title and the product's name. Without a title, only to the product's name. */
export function useTitle(title?: string): void {
  const fullTitle = title === undefined ? 'Minbar' : `${title} · Minbar`
  useContext(TitleContext)?.(fullTitle)
  useEffect(() => {
    document.title = fullTitle
  }, [fullTitle])
}
