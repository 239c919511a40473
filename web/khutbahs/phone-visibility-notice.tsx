import { t } from '@lingui/core/macro'
import { useSession } from '../app/session.ts'
import type { Khutbah, Masjid } from '../directory/masjid-queries.ts'
import { Notice } from '../ui/notice.tsx'

/** The id of the notice, for the accessible description of the request buttons. */
export const phoneVisibilityNoticeId = 'who-sees-phone'

interface PhoneVisibilityNoticeProps {
  masjid: Masjid
  khutbahs: readonly Khutbah[]
}

/**
 * Tells a khateeb, before he requests a slot, that the masjid will see his phone. If the masjid is unverified, the notice is a warning,
 * because anyone can sign up as a masjid.
 */
export function PhoneVisibilityNotice({ masjid, khutbahs }: PhoneVisibilityNoticeProps) {
  const { role } = useSession()
  const canRequest = khutbahs.some(({ times }) => times.some((slot) => slot.canRequest))
  if (role !== 'khateeb' || !canRequest) return null
  return (
    <div id={phoneVisibilityNoticeId} className="mb-6">
      {masjid.verified ? (
        <Notice>{t`This masjid will see your phone number while your request waits.`}</Notice>
      ) : (
        <Notice tone="warning">
          {t`This masjid isn’t verified yet. It will see your phone number while your request waits.`}
        </Notice>
      )}
    </div>
  )
}
