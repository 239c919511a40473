import { t } from '@lingui/core/macro'
import { Clock } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'

/** Marks an open slot whose start time has passed. */
export function BegunBadge() {
  return <Badge icon={Clock}>{t`Begun`}</Badge>
}
