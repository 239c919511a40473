import { t } from '@lingui/core/macro'
import { reauthenticate } from '../app/reauthentication.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Says that the user's session has ended, and offers to sign in again. */
export function SessionEndedNotice() {
  return (
    <div className="mb-6">
      <Notice
        tone="warning"
        title={t`Your session has ended.`}
        action={<Button onClick={() => void reauthenticate()}>{t`Login`}</Button>}
        announced
      >
        {t`Sign in again to request a slot or to answer an invite.`}
      </Notice>
    </div>
  )
}
