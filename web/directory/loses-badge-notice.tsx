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

/** Warns a verified masjid that a new ZIP code may remove its Verified badge. The page doesn't know the distance. */
export function LosesBadgeByMoveNotice() {
  return (
    <Notice
      announced
      tone="warning"
      title={t`If you move more than 50 miles, saving this removes your Verified badge`}
    >
      {t`It comes back once we have checked the new place.`}
    </Notice>
  )
}
