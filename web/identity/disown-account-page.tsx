import { t } from '@lingui/core/macro'
import { disownAccount } from '../../contract/account-email.ts'
import { LinkActionScreen } from './link-action-screen.tsx'

/** The screen for the link “This isn’t me” in letters to an unconfirmed address. It lets the owner of the address delete the account. */
export function Component() {
  return (
    <LinkActionScreen
      title={t`This isn’t me`}
      lead={
        <>
          <p>{t`Didn’t sign up for Minbar? Someone used your email address, perhaps by mistake.`}</p>
          <p className="mt-3 text-base text-muted">
            {t`Press the button to delete that account. Its khutbahs will be canceled or need another khateeb. We’ll tell those involved and stop emailing you.`}
          </p>
        </>
      }
      button={t`Delete this account`}
      endpoint={disownAccount}
      endsSessions
      done={t`The account is deleted.`}
      doneDetail={t`Your address is no longer used here. You don’t need to do anything else.`}
      continueLabel={t`Back to login`}
      ifSpent={t`The account was already deleted, its email was confirmed since, or the link is older than a week. If you confirmed it yourself, you can delete the account under “Account and Security”.`}
    />
  )
}
