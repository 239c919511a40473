import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { endOtherSessions, revokeSession } from '../../../contract/identity.ts'
import { call } from '../../app/api-call.ts'
import type { Action } from '../../app/use-action.ts'
import { LazyConfirmDialog } from '../../members/lazy-confirm-dialog.tsx'
import { useConfirmedAction } from '../../members/use-confirmed-action.ts'
import { Button } from '../../ui/button.tsx'
import { UserText } from '../../ui/user-text.tsx'
import type { OpenSession } from './account-queries.ts'

const signOutThere: Action<OpenSession> = {
  run: ({ id }) => call(revokeSession, { id }),
  done: () => t`That device is signed out.`,
  failed: () => t`Failed to sign that device out.`,
}

const signOutElsewhere: Action<void> = {
  run: () => call(endOtherSessions, {}),
  done: () => t`All your other devices are signed out.`,
  failed: () => t`Failed to sign your other devices out.`,
}

interface SignOutThereProps {
  session: OpenSession
  /** Id of the text that names the device. */
  describedBy: string
}

/** Ends one session after a confirmation. */
export function SignOutThere({ session, describedBy }: SignOutThereProps) {
  const { isOpen, ask, close, confirm, busy } = useConfirmedAction(signOutThere)
  const { device } = session
  return (
    <>
      <Button variant="secondary" aria-describedby={describedBy} onClick={ask}>
        {t`Sign out`}
      </Button>
      <LazyConfirmDialog
        isOpen={isOpen}
        onClose={close}
        onConfirm={() => confirm(session)}
        title={
          <Trans>
            Sign out of <UserText text={device} />?
          </Trans>
        }
        confirmText={t`Sign out`}
        busy={busy}
        busyText={t`Signing out...`}
      >
        <p>{t`To sign in there again takes your password. If you don’t recognize the device, change your password, too.`}</p>
      </LazyConfirmDialog>
    </>
  )
}

/** Ends all sessions but the current one after a confirmation. */
export function SignOutElsewhere() {
  const { isOpen, ask, close, confirm, busy } = useConfirmedAction(signOutElsewhere)
  return (
    <>
      <Button variant="secondary" onClick={ask}>
        {t`Sign out everywhere else`}
      </Button>
      <LazyConfirmDialog
        isOpen={isOpen}
        onClose={close}
        onConfirm={() => confirm()}
        title={t`Sign out everywhere else?`}
        confirmText={t`Sign out everywhere else`}
        busy={busy}
        busyText={t`Signing out...`}
      >
        <p>{t`All your other devices will need your password to sign in again.`}</p>
      </LazyConfirmDialog>
    </>
  )
}
