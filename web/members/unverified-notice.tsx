import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Notice } from '../ui/notice.tsx'
import { UserText } from '../ui/user-text.tsx'
import { SendVerification } from './send-verification.tsx'

/** Shown on the user's dashboard while their e-mail is unconfirmed. */
export function UnverifiedNotice({ email }: { email: string }) {
  return (
    <div className="mb-6">
      <Notice title={t`Please confirm your e-mail`} action={<SendVerification email={email} />}>
        <Trans>
          Follow the link in the letter to <UserText className="wrap-anywhere" text={email} />. Until then,
          your invites and requests are marked “Unverified e-mail”.
        </Trans>
      </Notice>
    </div>
  )
}
