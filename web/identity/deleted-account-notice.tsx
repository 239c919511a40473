import { t } from '@lingui/core/macro'
import { Notice } from '../ui/notice.tsx'

/** To somebody who has just deleted the account. */
export function DeletedAccountNotice() {
  return (
    <div className="mb-8">
      <Notice announced tone="success" title={t`Your account is deleted.`}>
        {t`Thank you for having been with us. You are welcome back at any time.`}
      </Notice>
    </div>
  )
}
