import { t } from '@lingui/core/macro'
import { confirmEmail } from '../../../contract/email.ts'
import { call } from '../../app/api-call.ts'
import { landingOrLoginPath } from '../landing-or-login.ts'
import { LinkActionScreen } from '../link-action-screen.tsx'

/** Screen of the link that confirms a changed e-mail. */
export function Component() {
  return (
    <LinkActionScreen
      title={t`Your new e-mail`}
      lead={t`One press, and you sign in with this address. The old one is told, and can undo it for a week.`}
      button={t`Use this address`}
      action={async (token) => {
        await call(confirmEmail, { token })
        return landingOrLoginPath()
      }}
      done={t`Your e-mail is changed.`}
      doneDetail={t`From now on you sign in with the new address, and letters go there.`}
      continueLabel={t`Go on`}
      ifSpent={t`Sign in: if you still do so with your old e-mail, ask for the change once more under “Account and security”.`}
    />
  )
}
