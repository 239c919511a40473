import { t } from '@lingui/core/macro'
import { undoEmailChange } from '../../../contract/email-change.ts'
import { LinkActionScreen } from '../link-action-screen.tsx'

/** The screen for the link that undoes a change of email. The letter with the link goes to the old address. */
export function Component() {
  return (
    <LinkActionScreen
      title={t`Undo the email change`}
      lead={
        <>
          <p>{t`Didn’t change your email? Restore your old address.`}</p>
          <p className="mt-3 text-base text-muted">
            {t`This signs out all devices and resets the password, because the person who changed your address knew your password. We’ll send you a link to choose a new one.`}
          </p>
          <p className="mt-3 text-base text-muted">
            {t`It also removes passkeys and authenticator apps that were added since the change or in the week before it.`}
          </p>
        </>
      }
      button={t`Restore my old address`}
      endpoint={undoEmailChange}
      endsSessions
      done={t`Your account uses this address again.`}
      doneDetail={t`We sent you an email with a link to choose a new password. Until you do, no one can sign in with a password.`}
      continueLabel={t`Back to login`}
      ifSpent={t`You can undo the change only once, within a week. If you have undone it already, use “Forgot password?” on the login screen to choose a new password.`}
    />
  )
}
