import { t } from '@lingui/core/macro'
import { undoEmailChange } from '../../../contract/email.ts'
import { call } from '../../app/api-call.ts'
import { paths } from '../../app/paths.ts'
import { forgetSession } from '../../app/session.ts'
import { LinkActionScreen } from '../link-action-screen.tsx'

/** Screen of the link, sent to the old address, that undoes a change of e-mail. */
export function Component() {
  return (
    <LinkActionScreen
      title={t`Undo the change of your e-mail`}
      lead={
        <>
          <p>{t`Was it not you who changed it? One press, and the account has this address again.`}</p>
          <p className="mt-3 text-base text-muted">
            {t`Everybody is signed out, and the password is void: whoever changed the address knew it. You get a letter to choose a new one.`}
          </p>
        </>
      }
      button={t`Take my account back`}
      action={async (token) => {
        await call(undoEmailChange, { token })
        forgetSession()
        return paths.login
      }}
      done={t`Your account has this address again.`}
      doneDetail={t`We have sent you a letter with a link to choose a new password. Until you do, nobody can sign in.`}
      continueLabel={t`Back to login`}
      ifSpent={t`The change can be undone once, and for a week. If it was undone, press “Forgot password?” on the login screen to choose a new password.`}
    />
  )
}
