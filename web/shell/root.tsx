import { t } from '@lingui/core/macro'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { mainId } from '../app/main-content.tsx'
import { InPageLink } from '../ui/in-page-link.tsx'
import { useScrollPosition } from './scroll-position.ts'

/** Around every screen: the way past the bar, the scroll position, and the focus after each step. */
export function Root() {
  useFocusAfterSteps()
  useScrollPosition()
  // The benchmark counts the JavaScript that came before it.
  useEffect(() => void performance.mark('screen'), [])
  return (
    <>
      <InPageLink
        to={mainId}
        className="sr-only rounded-control focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-30 focus:bg-surface focus:px-4 focus:py-3 focus:font-semibold focus:text-accent focus:shadow-raised"
      >
        {t`Skip to content`}
      </JumpLink>
      <Outlet />
    </>
  )
}

/** A new screen takes the focus at its start, as a new document would, and so is read out; a new search does not. */
function useFocusAfterSteps(): void {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  // Before anybody can press something on it that moves the focus on.
  useLayoutEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    document.getElementById(mainId)?.focus({ preventScroll: true })
  }, [pathname])
}
