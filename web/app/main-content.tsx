import type { ReactNode } from 'react'

/** Id of the part that a screen fills; the skip link leads to it, and the focus after each step. */
export const mainId = 'main'

/** The part that a screen fills; leaves room for the bar at the foot of a phone. */
export function MainContent({ children }: { children: ReactNode }) {
  return (
    <main id={mainId} tabIndex={-1} className="mx-auto w-full max-w-page grow px-gutter pt-5 pb-12 md:pt-10">
      {children}
    </main>
  )
}
