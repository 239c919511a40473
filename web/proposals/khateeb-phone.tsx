import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PhoneIcon } from 'lucide-react'
import type { getKhateebDetails } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { CalendarDate, Phone } from '../app/formatted-values.tsx'
import { useSession } from '../app/session.ts'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { UserText } from '../ui/user-text.tsx'

type Khateeb = OutputOf<typeof getKhateebDetails>

/** The khateeb's phone number with the reason why the masjid sees it, or a notice that says when the masjid will see it. */
export function KhateebPhone({ khateeb }: { khateeb: Khateeb }) {
  const { phone, phoneReason } = khateeb
  if (phone === null) return <HiddenPhone khateeb={khateeb} />
  return (
    <Card title={t`Phone`}>
      <p className="flex items-center gap-2">
        <PhoneIcon className="size-5 shrink-0 text-muted" />
        <Phone value={phone} />
      </p>
      {phoneReason && (
        <p className="mt-2 text-sm text-muted">
          <PhoneReason khateeb={khateeb} reason={phoneReason} />
        </p>
      )}
    </Card>
  )
}

/** Returns the date, YYYY-MM-DD, for which `KhateebPhone` says that the khateeb is confirmed; undefined if it names none. */
export function confirmedDateInPhoneNote({
  phone,
  phoneReason,
  nextPhoneWindow,
}: Khateeb): string | undefined {
  if (phone === null) return nextPhoneWindow?.khutbahDate
  return phoneReason?.why === 'confirmed' ? phoneReason.khutbahDate : undefined
}

interface PhoneReasonProps {
  khateeb: Khateeb
  reason: NonNullable<Khateeb['phoneReason']>
}

function PhoneReason({ khateeb: { firstName, lastName }, reason: { why, khutbahDate } }: PhoneReasonProps) {
  const name = `${firstName} ${lastName}`
  if (why === 'requested') {
    return (
      <Trans>
        You see it because <UserText text={name} /> has requested the khutbah on{' '}
        <CalendarDate value={khutbahDate} dayless />, and the request waits for your answer.
      </Trans>
    )
  }
  return (
    <Trans>
      You see it because <UserText text={name} /> is confirmed for{' '}
      <CalendarDate value={khutbahDate} dayless />, within 3 days of today.
    </Trans>
  )
}

/** Says when the masjid will see the khateeb's phone number. The specification prescribes the title, except for viewers. */
function HiddenPhone({ khateeb: { nextPhoneWindow } }: { khateeb: Khateeb }) {
  if (useSession().memberRole === 'viewer') return <Notice title={t`Viewers don’t see phone numbers.`} />
  return (
    <Notice
      tone="danger"
      title={t`To see the phone number, the khateeb must be confirmed within 3 days or have requested a khutbah at the masjid.`}
    >
      {nextPhoneWindow === null ? (
        t`You see the number only until you answer the request.`
      ) : (
        <Trans>
          This khateeb is confirmed for <CalendarDate value={nextPhoneWindow.khutbahDate} dayless />: you will
          see the number from <CalendarDate value={nextPhoneWindow.from} dayless /> on.
        </Trans>
      )}
    </Notice>
  )
}
