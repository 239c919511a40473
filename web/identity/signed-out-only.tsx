import { t } from '@lingui/core/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { landingPaths } from '../../contract/screen-paths.ts'
import { rememberedRole } from '../app/remembered-role.ts'
import { readSession, type Session } from '../app/session.ts'
import { showToast } from '../ui/toasts.tsx'
import { nextPathIn, replaceScreen } from './next-path.ts'

interface SignedOutOnlyProps {
  /** Whether the form is a sign-up. If so, a toast tells a redirected user to log out first. */
  signsUp?: boolean
  children: ReactNode
}

/**
 * Shows a form to signed-out visitors and redirects signed-in users to `?next=` or their landing screen. The session is
 * fetched only if this browser remembers a role. Until the response arrives, the form is hidden (see ui/base.css).
 */
export function SignedOutOnly({ signsUp = false, children }: SignedOutOnlyProps) {
  const isOpen = useRedirectSignedIn(signsUp)
  return <div data-shown-to={isOpen ? undefined : 'signed-out'}>{children}</div>
}

/** Redirects a signed-in user. Returns true when it is known that there is no session, or if the session can't be fetched. */
function useRedirectSignedIn(signsUp: boolean): boolean {
  const [isOpen, setIsOpen] = useState(false)
  const { search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    let isUnmounted = false
    const redirectIfSignedIn = async () => {
      const session = await readSessionIfRemembered()
      if (isUnmounted) return
      if (session === null) return setIsOpen(true)
      await replaceScreen(nextPathIn(search) ?? landingPaths[session.role], navigate)
      if (!signsUp) return
      const { name } = session
      showToast({
        kind: 'info',
        text: t`You are signed in as ${name}. Log out first to create another account.`,
      })
    }
    void redirectIfSignedIn()
    return () => {
      isUnmounted = true
    }
    // The session is not a dependency, because after a sign-in on this screen the form itself navigates.
  }, [search, navigate, signsUp])
  return isOpen
}

async function readSessionIfRemembered(): Promise<Session | null> {
  return rememberedRole() === undefined ? null : readSession().catch(() => null)
}
