import { I18nProvider } from '@lingui/react'
import { Outlet, useLoaderData } from 'react-router'
import { useCallsOf } from '../app/call.ts'
import { MainPart } from '../app/main-part.tsx'
import { loadMemberScreens } from '../app/member-screens.ts'
import { useAnewForOthers } from '../app/other-tabs.ts'
import { requireSession, SignedIn } from '../app/session.ts'
import { words } from '../app/words.ts'
import { SignInAgain } from '../identity/sign-in-again.tsx'
import { useAfterPaint } from '../ui/after-paint.ts'
import { useBackClosesWindows } from './back-closes-windows.ts'
import { MemberOpening } from './member-opening.tsx'
import { SessionFailed } from './session-failed.tsx'
import { SignedInBar } from './signed-in-bar.tsx'

export const loader = requireSession

export const ErrorBoundary = SessionFailed

export const HydrateFallback = MemberOpening

/** Also on a step between two protected screens, as the session may have ended since. It is known without asking. */
export const shouldRevalidate = () => true

/** Around the protected screens: drawn only once it is known who is there. */
export function Component() {
  const session = useLoaderData<typeof loader>()
  useCallsOf(session.uid)
  useAnewForOthers(session.uid)
  useBackClosesWindows()
  useAfterPaint(loadMemberScreens)
  return (
    // Nothing on a screen outlives a change of the person.
    <SignedIn key={session.uid} value={session}>
      <div className="flex min-h-dvh flex-col pb-bar md:pb-0">
        <SignedInBar role={session.role} />
        <MainPart>
          <I18nProvider i18n={words}>
            <Outlet />
          </I18nProvider>
        </MainPart>
      </div>
      <SignInAgain session={session} />
    </SignedIn>
  )
}
