import { t } from '@lingui/core/macro'
import { CalendarOff, CircleCheck, ThumbsUp, TriangleAlert } from 'lucide-react'
import type { getKhateebDetails, getKhateebs } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { lingui } from '../app/i18n.ts'
import { Badge } from '../ui/badge.tsx'
import { messages } from '../words/slot-availability.en.po'

lingui.load('en', messages)

type KhateebCard = OutputOf<typeof getKhateebs>[number]
type CannotInviteReason = NonNullable<OutputOf<typeof getKhateebDetails>['cannotInvite']>
type AvailabilityStatus = Omit<NonNullable<KhateebCard['availability']>[number], 'slotId'>
type Rule = AvailabilityStatus['rules'][number]

/** Says that the user's masjid has approved a khateeb. */
export const ApprovedBadge = () => <Badge tone="accent" icon={ThumbsUp}>{t`Approved`}</Badge>

interface SlotAvailabilityProps {
  /** Undefined if unknown. */
  availability: AvailabilityStatus | undefined
  /** Whether the masjid has approved the khateeb; undefined if the screen shows that elsewhere. */
  approval?: KhateebCard['approval']
  /** Set if a block or the masjid's rules forbid all invites. */
  cannotInvite?: CannotInviteReason | null | undefined
}

/** Says whether a khateeb is free for a slot, and if not, why. */
export function SlotAvailability({ availability, approval, cannotInvite }: SlotAvailabilityProps) {
  if (cannotInvite) return <CannotInvite reason={cannotInvite} />
  return (
    <>
      {approval === 'approved' && <ApprovedBadge />}
      {availability && <AvailabilityStatus {...availability} />}
      {approval === 'needed' && <CannotInvite reason="khateeb_not_approved" />}
    </>
  )
}

function CannotInvite({ reason }: { reason: CannotInviteReason }) {
  const sentences: Record<CannotInviteReason, () => string> = {
    you_blocked: () => t`Your masjid has blocked them.`,
    not_accepting: () => t`They don’t accept invites from your masjid.`,
    khateeb_not_approved: () => t`Your masjid hasn’t approved them.`,
    khateeb_not_wanted: () => t`Your masjid has marked them as not wanted.`,
  }
  return <span className="text-sm text-muted">{sentences[reason]()}</span>
}

function AvailabilityStatus({ status, rules }: AvailabilityStatus) {
  if (status === 'free') return <Badge tone="success" icon={CircleCheck}>{t`Free`}</Badge>
  const isAway = status === 'away'
  return (
    <>
      <Badge tone="warning" icon={isAway ? CalendarOff : TriangleAlert}>
        {isAway ? t`Away` : t`Beyond their limits`}
      </Badge>
      <span className="text-sm text-muted">{rules.map(sentenceOf).join(' ')}</span>
    </>
  )
}

function sentenceOf(rule: Rule): string {
  const sentences: Record<Rule, () => string> = {
    booked: () => t`Booked somewhere else at that hour.`,
    away: () => t`Away on that date.`,
    too_far: () => t`Your masjid is farther than they drive.`,
    hard_to_reach: () => t`Has another khutbah around that time, and may not make it to both.`,
    month_full: () => t`Has enough khutbahs in that month.`,
    too_soon: () => t`Too close to another of their khutbahs at your masjid.`,
    short_notice: () => t`Doesn’t want to be asked at short notice.`,
  }
  return sentences[rule]()
}
