import { t } from '@lingui/core/macro'
import { confirmEmail } from '../../../contract/email-change.ts'
import { LinkActionScreen } from '../link-action-screen.tsx'

/** The screen for the link that confirms a change of email. The letter with the link goes to the new address. */
export function Component() {
  return (
    <LinkActionScreen
      title={t`Your new email`}
      lead={t`After you press the button, you’ll sign in with this address. We’ll email your old address. With that email, you can undo the change for a week.`}
      button={t`Use this address`}
      endpoint={confirmEmail}
      done={t`Your email is changed.`}
      doneDetail={t`From now on, sign in with the new address. Our emails go there, too.`}
      continueLabel={t`Continue`}
      ifSpent={t`Please sign in. If only your old email works, request the change again under “Account and Security”.`}
    />
  )
}
