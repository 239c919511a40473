import { t } from '@lingui/core/macro'
import { CalendarOff, CircleCheck, TriangleAlert } from 'lucide-react'
import type { getKhateebs } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { lingui } from '../app/i18n.ts'
import { Badge } from '../ui/badge.tsx'
import { messages } from '../words/slot-availability.en.po'

lingui.load('en', messages)

type Availability = NonNullable<OutputOf<typeof getKhateebs>[number]['availability']>
type Rule = Availability['rules'][number]

/** Whether a khateeb is free for the chosen slot, and the limits that are against it. */
export function SlotAvailability({ availability: { status, rules } }: { availability: Availability }) {
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
    hard_to_reach: () => t`Busy around that time, and may not get from one place to the other.`,
    month_full: () => t`Has enough khutbahs in that month.`,
    too_soon: () => t`Too soon before or after another visit to you.`,
    short_notice: () => t`Doesn’t want to be asked at short notice.`,
  }
  return sentences[rule]()
}
