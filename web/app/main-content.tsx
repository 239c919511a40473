import type { ReactNode } from 'react'

/** Id of the main landmark. The skip link leads to it, and a navigation to another screen focuses it. */
export const mainId = 'main'

/** The main landmark, which contains the screen. */
export function MainContent({ children }: { children: ReactNode }) {
  return (
    <main id={mainId} tabIndex={-1} className="mx-auto w-full max-w-page grow px-gutter pt-5 pb-12 md:pt-10">
      {children}
    </main>
  )
}
