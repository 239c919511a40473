import { t } from '@lingui/core/macro'
import { useLayoutEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { mainId } from '../app/main-content.tsx'
import { InPageLink } from '../ui/in-page-link.tsx'
import { useScrollPosition } from './scroll-position.ts'

/** The root of all screens. It has the skip link, restores scroll positions, and moves the focus after a navigation. */
export function Root() {
  useFocusAfterNavigation()
  useScrollPosition()
  // The benchmark measures how much JavaScript is loaded before this mark. This is a layout effect, because the other effects already load
  // scripts for later.
  useLayoutEffect(() => void performance.mark('screen'), [])
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

/** Focuses the main landmark of a new screen, so that screen readers announce it. Does nothing if only the search parameters change. */
function useFocusAfterNavigation(): void {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  // A layout effect runs before the user can press an element of the new screen, so it can't take the focus from this element.
  useLayoutEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    document.getElementById(mainId)?.focus({ preventScroll: true })
  }, [pathname])
}

/** An empty page, shown while the first screen loads. */
export function LoadingPlaceholder() {
  return <div className="min-h-dvh" aria-busy="true" />
}
