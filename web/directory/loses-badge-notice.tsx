import { t } from '@lingui/core/macro'
import { Notice } from '../ui/notice.tsx'

/** Before a verified party saves another name: what it loses. */
export function LosesBadgeNotice() {
  return (
    <Notice announced tone="warning" title={t`Saving this removes your Verified badge`}>
      {t`It comes back once we have checked the new name.`}
    </Notice>
  )
}
