import { t } from '@lingui/core/macro'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { mainId } from '../app/main-content.tsx'
import { InPageLink } from '../ui/in-page-link.tsx'
import { useScrollPosition } from './scroll-position.ts'

/** The root of every screen: the skip link, scroll restoration, and focus management after navigation. */
export function Root() {
  useFocusAfterNavigation()
  useScrollPosition()
  // The benchmark counts the JavaScript loaded before this mark.
  useEffect(() => void performance.mark('screen'), [])
  return (
    <>
      <InPageLink
        to={mainId}
        className="sr-only rounded-control focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-30 focus:bg-surface focus:px-4 focus:py-3 focus:font-semibold focus:text-accent focus:shadow-raised"
      >
        {t`Skip to content`}
      </InPageLink>
      <Outlet />
    </>
  )
}

/** Focuses the main landmark of a new screen, so that screen readers announce it. A change of the search parameters doesn't. */
function useFocusAfterNavigation(): void {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  // A layout effect, so that it can't steal the focus from something that the user has pressed on the new screen.
  useLayoutEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    document.getElementById(mainId)?.focus({ preventScroll: true })
  }, [pathname])
}

/** Shown while the first screen loads: an empty page. */
export function LoadingPlaceholder() {
  return <div className="min-h-dvh" aria-busy="true" />
}
