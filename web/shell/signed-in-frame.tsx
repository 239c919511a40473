import { type I18nContext, LinguiContext } from '@lingui/react'
import { useEffect } from 'react'
import { NavigationType, Outlet, useBlocker, useLoaderData } from 'react-router'
import { useExpectedUid } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import { preloadMemberScreens } from '../app/preload-member-screens.ts'
import { requireSession, SessionContext } from '../app/session.ts'
import { SignInAgain } from '../identity/sign-in-again.tsx'
import { isPanelOpen } from '../members/open-panel.ts'
import { useAfterPaint, useModuleAfterPaint } from '../ui/after-paint.ts'
import { closeTopDialog, openDialogCount } from '../ui/open-dialogs.ts'
import { Frame } from './frames.tsx'
import { MemberLoadingPlaceholder } from './member-loading-placeholder.tsx'
import { SessionFailed } from './session-failed.tsx'
import { SignedInBar } from './signed-in-bar.tsx'

export const loader = requireSession

export const ErrorBoundary = SessionFailed

export const HydrateFallback = MemberLoadingPlaceholder

/** Checks the cached session on each navigation too, since it may have expired. This makes no call. */
export const shouldRevalidate = () => true

/**
 * The catalogs of a screen load before it. `I18nProvider` would render everything again whenever a later one has loaded, and React
 * would discard the HTML of a lazy panel that it has not hydrated yet.
 */
const messages: I18nContext = { i18n: lingui, _: lingui.t.bind(lingui) }

/** The frame of the screens for members. It renders only once the session is loaded. */
export function Component() {
  const session = useLoaderData<typeof loader>()
  useExpectedUid(session.uid)
  useCloseDialogOnBack()
  useAfterPaint(preloadMemberScreens)
  return (
    // The key unmounts everything when the user changes.
    <SessionContext key={session.uid} value={session}>
      <Frame bar={<SignedInBar session={session} />}>
        <LinguiContext value={messages}>
          <Outlet />
        </LinguiContext>
      </Frame>
      <SignInAgain session={session} />
      <Background />
    </SessionContext>
  )
}

/** Without `MemberEffects`, screens show only what they loaded when they were opened. */
function Background() {
  const loaded = useModuleAfterPaint(() => import('./member-effects.tsx'))
  return loaded && <loaded.MemberEffects />
}

/** Makes Back close the open dialog instead of leaving the screen. */
function useCloseDialogOnBack(): void {
  const blocker = useBlocker(({ historyAction, currentLocation: { pathname, search }, nextLocation }) => {
    const count = historyAction === NavigationType.Pop ? openDialogCount() : 0
    // A panel that is in the address closes by going back.
    const isPanel = count === 1 && pathname === nextLocation.pathname && isPanelOpen(search)
    return count > 0 && !isPanel
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    closeTopDialog()
  }, [blocker])
}
