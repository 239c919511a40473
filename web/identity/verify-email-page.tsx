import { t } from '@lingui/core/macro'
import { verifyEmail } from '../../contract/email.ts'
import { call } from '../app/call.ts'
import { useTitle } from '../app/title.ts'
import { homeOrLogin } from './home-or-login.ts'
import { LinkNotice } from './link-notice.tsx'
import { OnePress } from './one-press.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Where the link in the first letter leads. */
export function Component() {
  useTitle(t`Confirm your e-mail`)
  const token = useLinkToken()
  if (token === undefined) {
    return (
      <LinkNotice title={t`Confirm your e-mail`} reason={t`The link is incomplete.`}>
        {t`Please open it again from the letter.`}
      </LinkNotice>
    )
  }
  return (
    <OnePress
      title={t`Confirm your e-mail`}
      lead={t`One press, and we know that letters reach you here.`}
      button={t`Confirm e-mail`}
      press={async () => {
        await call(verifyEmail, { token })
        return homeOrLogin()
      }}
      done={t`Thank you. Your e-mail is confirmed.`}
      goOn={t`Go on`}
    />
  )
}
