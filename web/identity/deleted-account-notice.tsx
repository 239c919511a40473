import { t } from '@lingui/core/macro'
import { lingui } from '../app/i18n.ts'
import { Notice } from '../ui/notice.tsx'
import { messages } from '../words/deleted-account.en.po'

lingui.load('en', messages)

/** Shown on the home page right after an account was deleted. */
export function DeletedAccountNotice() {
  return (
    <div className="mb-8">
      <Notice announced tone="success" title={t`Your account is deleted.`}>
        {t`Thank you for being part of Minbar. You are welcome back at any time.`}
      </Notice>
    </div>
  )
}
