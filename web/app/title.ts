import { createContext, useContext, useEffect } from 'react'

/** Where a screen is drawn without a browser: is told what to name its document. */
export const TitleReceiver = createContext<((title: string) => void) | undefined>(undefined)

/** Names the document after the screen; without a title it bears the product's name alone. */
export function useTitle(title?: string): void {
  const whole = title === undefined ? 'Minbar' : `${title} · Minbar`
  useContext(TitleReceiver)?.(whole)
  useEffect(() => {
    document.title = whole
  }, [whole])
}
