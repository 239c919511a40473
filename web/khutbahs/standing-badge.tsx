import { t } from '@lingui/core/macro'
import { CircleCheck, Inbox, type LucideIcon, Send } from 'lucide-react'
import type { Slot } from '../directory/masjid-queries.ts'
import { Badge } from '../ui/badge.tsx'
import type { Tone } from '../ui/tone.ts'

type Standing = NonNullable<Slot['standing']>

const styles: Readonly<Record<Standing, { readonly tone: Tone; readonly icon: LucideIcon }>> = {
  confirmed: { tone: 'success', icon: CircleCheck },
  requested: { tone: 'info', icon: Send },
  invited: { tone: 'accent', icon: Inbox },
}

/** The signed-in khateeb's standing with a slot: confirmed, requested or invited. */
export function StandingBadge({ standing }: { standing: Standing }) {
  const { tone, icon } = styles[standing]
  return (
    <Badge tone={tone} icon={icon}>
      {standingText(standing)}
    </Badge>
  )
}

function standingText(standing: Standing): string {
  if (standing === 'confirmed') return t`You are confirmed`
  return standing === 'requested' ? t`You have requested it` : t`You are invited`
}
