import { t } from '@lingui/core/macro'
import { CircleCheck, Inbox, Send } from 'lucide-react'
import type { Slot } from '../directory/masjid-queries.ts'
import { Badge } from '../ui/badge.tsx'

/** The signed-in khateeb's status at a slot: confirmed, requested or invited. */
export function StandingBadge({ standing }: { standing: NonNullable<Slot['standing']> }) {
  const badges = {
    confirmed: <Badge tone="success" icon={CircleCheck}>{t`You are confirmed`}</Badge>,
    requested: <Badge tone="info" icon={Send}>{t`You requested it`}</Badge>,
    invited: <Badge tone="accent" icon={Inbox}>{t`You are invited`}</Badge>,
  }
  return badges[standing]
}
