import { t } from '@lingui/core/macro'
import { useNavigate } from 'react-router'
import { queryClient } from '../app/caller.ts'
import { useLazyModule } from '../app/lazy-module.ts'
import { landings } from '../app/paths.ts'
import { refetchSession, type Session } from '../app/session.ts'
import { finishReauthentication, useIsReauthenticating } from '../app/reauthentication.ts'
import { showInfo } from '../ui/toasts.tsx'
import type { SignInResult } from './use-sign-in.ts'

const load = () => import('./sign-in-again-dialog.tsx')
const giveUp = () => finishReauthentication(false)

/**
 * Over a protected screen whose session has ended: the same person signs in and goes on where he was, with all that is
 * typed and begun; somebody else goes to a home of his own; and whoever would rather not stays with what is there, until
 * the server is needed again.
 */
export function SignInAgain({ session }: { session: Session }) {
  const isAsked = useIsReauthenticating()
  const module = useLazyModule(isAsked, load, giveUp)
  const navigate = useNavigate()

  const goOn = async ({ uid, role }: SignInResult) => {
    if (uid === session.uid) {
      finishReauthentication(true)
      // What came meanwhile came as to nobody.
      return queryClient().invalidateQueries()
    }
    const name = (await refetchSession().catch(() => null))?.name
    await navigate(landings[role], { replace: true })
    finishReauthentication(false)
    return showInfo(
      name === undefined ? t`Somebody else is signed in now.` : t`You are signed in as ${name} now.`,
    )
  }
  if (module === undefined) return null
  return (
    <module.SignInAgainDialog isOpen={isAsked} email={session.email} onSignedIn={goOn} onCancel={giveUp} />
  )
}
