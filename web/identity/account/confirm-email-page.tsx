import { t } from '@lingui/core/macro'
import { confirmEmail } from '../../../contract/email.ts'
import { call } from '../../app/api-call.ts'
import { LinkActionScreen, landingOrLoginPath } from '../link-action-screen.tsx'

/** Screen of the link that confirms a changed e-mail. */
export function Component() {
  return (
    <LinkActionScreen
      title={t`Your new e-mail`}
      lead={t`Press the button to sign in with this address from now on. We’ll tell your old address, where you can undo the change for a week.`}
      button={t`Use this address`}
      action={async (token) => {
        await call(confirmEmail, { token })
        return landingOrLoginPath()
      }}
      done={t`Your e-mail is changed.`}
      doneDetail={t`From now on, sign in with the new address. Our e-mails go there, too.`}
      continueLabel={t`Go on`}
      ifSpent={t`Please sign in. If your old e-mail still works, change it again under “Account and security”.`}
    />
  )
}
