import { t } from '@lingui/core/macro'
import { useNavigate } from 'react-router'
import { landingPaths } from '../../contract/screen-paths.ts'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { finishReauthentication, useIsReauthenticating } from '../app/reauthentication.ts'
import { refetchSession, type Session } from '../app/session.ts'
import { closeToasts } from '../ui/shown-toasts.ts'
import { showToast } from '../ui/toasts.tsx'
import type { SignInResult } from './use-sign-in.ts'

const SignInAgainDialog = lazyDialog(
  async () => (await import('./sign-in-again-dialog.tsx')).SignInAgainDialog,
)
const cancel = () => finishReauthentication(false)

/**
 * Asks for the password or a passkey in a dialog when the session of a screen for members has ended. If the same user signs in, typed text
 * stays, and refused calls are retried. A different user is redirected to their landing screen. After Cancel, the screen stays as it is,
 * and the dialog opens again when the next call is refused.
 */
export function SignInAgain({ session }: { session: Session }) {
  const isAsked = useIsReauthenticating()
  const navigate = useNavigate()

  const onSignedIn = async ({ personId, role }: SignInResult) => {
    if (personId === session.personId) return finishReauthentication(true)
    const name = (await refetchSession().catch(() => null))?.name
    await navigate(landingPaths[role], { replace: true })
    finishReauthentication(false)
    closeToasts()
    const text = name === undefined ? t`Someone else is signed in now.` : t`You are signed in as ${name} now.`
    return showToast({ kind: 'info', text })
  }
  return <SignInAgainDialog isOpen={isAsked} onClose={cancel} email={session.email} onSignedIn={onSignedIn} />
}
