import { t } from '@lingui/core/macro'
import { Clock } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'

/** Marks an empty slot whose time has come. */
export function BegunBadge() {
  return <Badge icon={Clock}>{t`Begun`}</Badge>
}
