import { t } from '@lingui/core/macro'
import { CallFailed } from '../../contract/client.ts'
import { sentenceOf } from '../app/failure-sentences.ts'
import { useSession } from '../app/session.ts'
import { Notice } from '../ui/notice.tsx'
import { SendVerification } from './send-verification.tsx'

/** If a proposal was refused because the user's e-mail is unconfirmed: says so, and offers to send the confirmation again. */
export function ConfirmEmailFirst({ error }: { error: Error | null }) {
  const { email } = useSession()
  if (!(error instanceof CallFailed) || error.code !== 'email_unconfirmed') return null
  return (
    <Notice tone="warning" title={t`Please confirm your e-mail`} action={<SendVerification email={email} />}>
      {sentenceOf(error)}
    </Notice>
  )
}
