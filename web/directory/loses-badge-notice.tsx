import { t } from '@lingui/core/macro'
import { Notice } from '../ui/notice.tsx'

/** Warns a verified party that saving a new name removes its Verified badge. */
export function LosesBadgeNotice() {
  return (
    <Notice announced tone="warning" title={t`Saving this removes your Verified badge`}>
      {t`It comes back once we have checked the new name.`}
    </Notice>
  )
}
