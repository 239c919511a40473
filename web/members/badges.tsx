import { t } from '@lingui/core/macro'
import { BadgeCheck, Ban, CalendarClock, CircleCheck, CircleDashed, Clock, MailWarning } from 'lucide-react'
import type { Role } from '../../contract/endpoint.ts'
import { Badge } from '../ui/badge.tsx'

/** Marks an account whose identity the operator has verified. */
export const VerifiedBadge = () => <Badge tone="success" icon={BadgeCheck}>{t`Verified`}</Badge>

/** Marks another account whose email is unverified. Shown on its details, and where the user invites it or answers its proposal. */
export const TheirEmailUnverifiedBadge = () => (
  <Badge tone="warning" icon={MailWarning}>{t`Their email is unverified`}</Badge>
)

/** Marks the user's own email as unverified. */
export const OwnEmailUnverifiedBadge = () => <Badge tone="warning" icon={MailWarning}>{t`Unverified`}</Badge>

/** Marks a slot with a confirmed khateeb. On the account screen, marks the user's confirmed email. */
export const ConfirmedBadge = () => <Badge tone="success" icon={CircleCheck}>{t`Confirmed`}</Badge>

/** Marks a confirmed slot whose start was moved, until its khateeb confirms again. */
export function AwaitsReconfirmationBadge({ viewer }: { viewer: Role }) {
  return (
    <Badge tone="warning" icon={CalendarClock}>
      {viewer === 'khateeb' ? t`Please confirm again` : t`Asked to confirm again`}
    </Badge>
  )
}

/** Marks a slot that has no khateeb yet. */
export const OpenBadge = () => <Badge tone="open" icon={CircleDashed}>{t`Open`}</Badge>

/** Marks a slot that has begun and has no khateeb. */
export const BegunBadge = () => <Badge icon={Clock}>{t`Started`}</Badge>

/** Marks a slot that started less than an hour ago. */
export const UnderWayBadge = () => <Badge tone="info" icon={Clock}>{t`Under way`}</Badge>

/** Warns that the other side of a confirmed slot is suspended. */
export function SuspendedBadge({ who }: { who: Role }) {
  return (
    <Badge tone="danger" icon={Ban}>
      {who === 'masjid' ? t`Masjid suspended` : t`Khateeb suspended`}
    </Badge>
  )
}
