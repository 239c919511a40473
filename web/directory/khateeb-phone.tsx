import { t } from '@lingui/core/macro'
import { PhoneIcon } from 'lucide-react'
import { useSession } from '../app/session.ts'
import { Phone } from '../app/value-elements.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'

interface KhateebPhoneProps {
  /** Ten digits; null if the server doesn't show it to this user. */
  phone: string | null
}

/** The khateeb's phone number, or a notice that says when it is shown. */
export function KhateebPhone({ phone }: KhateebPhoneProps) {
  const { role } = useSession()
  if (phone !== null) {
    return (
      <Card title={t`Phone`}>
        <p className="flex items-center gap-2">
          <PhoneIcon className="size-5 shrink-0 text-muted" aria-hidden="true" />
          <Phone value={phone} />
        </p>
      </Card>
    )
  }
  return (
    <Notice tone="danger">
      {role === 'masjid'
        ? t`The phone number is shown once this khateeb has requested a khutbah at your masjid, or is confirmed for one within 3 days of today.`
        : t`The phone number is shown to a masjid once this khateeb has requested a khutbah there, or is confirmed for one within 3 days of today.`}
    </Notice>
  )
}
