import { type I18nContext, LinguiContext } from '@lingui/react'
import { useEffect } from 'react'
import { NavigationType, Outlet, useBlocker, useLoaderData } from 'react-router'
import { useExpectedUid } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import { preloadMemberScreens } from '../app/preload-member-screens.ts'
import { requireSession, SessionContext } from '../app/session.ts'
import { SignInAgain } from '../identity/sign-in-again.tsx'
import { isPanelOpen } from '../members/slot-panel-parameter.ts'
import { useAfterPaint } from '../ui/after-paint.ts'
import { closeTopDialog, openDialogCount } from '../ui/open-dialogs.ts'
import { Frame } from './frames.tsx'
import { MemberLoadingPlaceholder } from './member-loading-placeholder.tsx'
import { SessionFailureScreen } from './session-failure-screen.tsx'
import { SignedInBar } from './signed-in-bar.tsx'

export const loader = requireSession

export const ErrorBoundary = SessionFailureScreen

export const HydrateFallback = MemberLoadingPlaceholder

/** Also runs the loader on each later navigation, because the session may have expired. It reads the cached session and makes no call. */
export const shouldRevalidate = () => true

/**
 * A context that never changes. `I18nProvider` would render the whole screen again each time a catalog has loaded, and React would discard
 * the HTML of lazy panels that are not hydrated yet. No change is needed, because a screen's catalogs load before the screen.
 */
const linguiContext: I18nContext = { i18n: lingui, _: lingui.t.bind(lingui) }

/** The frame of the screens for members. It renders after the session has loaded. */
export function Component() {
  const session = useLoaderData<typeof loader>()
  useExpectedUid(session.uid)
  useCloseDialogOnBack()
  useAfterPaint(preloadMemberScreens)
  return (
    // When the acting party changes, the new key unmounts all components.
    <SessionContext key={session.uid} value={session}>
      <Frame bar={<SignedInBar session={session} />}>
        <LinguiContext value={linguiContext}>
          <Outlet />
        </LinguiContext>
      </Frame>
      <SignInAgain session={session} />
    </SessionContext>
  )
}

/** Makes Back close the open dialog instead of leaving the screen. */
function useCloseDialogOnBack(): void {
  const blocker = useBlocker(({ historyAction, currentLocation: { pathname, search }, nextLocation }) => {
    const count = historyAction === NavigationType.Pop ? openDialogCount() : 0
    // Don't block if the open dialog is a panel whose state is in the address: going back closes such a panel.
    const isPanel = count === 1 && pathname === nextLocation.pathname && isPanelOpen(search)
    return count > 0 && !isPanel
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    closeTopDialog()
  }, [blocker])
}
