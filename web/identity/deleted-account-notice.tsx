import { t } from '@lingui/core/macro'
import { lingui } from '../app/i18n.ts'
import { Notice } from '../ui/notice.tsx'
import { messages } from '../words/deleted-account.en.po'

lingui.load('en', messages)

/** A notice on the home page, right after the user has deleted their account. */
export function DeletedAccountNotice() {
  return (
    <div className="mb-8">
      <Notice announced tone="success" title={t`Your account is deleted.`}>
        {t`Thank you for being part of Minbar. You are welcome back at any time.`}
      </Notice>
    </div>
  )
}
