import { t } from '@lingui/core/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { rememberedRole } from '../app/remembered-role.ts'
import { landings } from '../app/paths.ts'
import { readSession, type Session } from '../app/session.ts'
import { showInfo } from '../ui/toasts.tsx'
import { nextPathIn } from './next-path.ts'

interface SignedOutOnlyProps {
  /** Whoever is signed in already wants something else than to sign in. */
  signsUp?: boolean
  children: ReactNode
}

/**
 * A form for whoever isn't signed in; the signed in are led to where it would lead them. Only where somebody was signed in
 * the last time is it asked whether they still are, and until that is known the form isn't shown (see ui/base.css).
 */
export function SignedOutOnly({ signsUp = false, children }: SignedOutOnlyProps) {
  const isOpen = useRedirectSignedIn(signsUp)
  return <div data-shown-to={isOpen ? undefined : 'nobody'}>{children}</div>
}

/** Whether it is known that nobody is signed in, or can't be known. */
function useRedirectSignedIn(signsUp: boolean): boolean {
  const [isOpen, setIsOpen] = useState(false)
  const { search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const session = await knownSession()
      if (isGone) return
      if (session === null) return setIsOpen(true)
      await navigate(nextPathIn(search) ?? landings[session.role], { replace: true })
      if (!signsUp) return
      const { name } = session
      showInfo(t`You are signed in as ${name}. Log out first to sign somebody else up.`)
    }
    void look()
    return () => {
      isGone = true
    }
    // Not when who is signed in changes: whoever signs in here is led on by the form.
  }, [search, navigate, signsUp])
  return isOpen
}

async function knownSession(): Promise<Session | null> {
  return rememberedRole() === undefined ? null : readSession().catch(() => null)
}
