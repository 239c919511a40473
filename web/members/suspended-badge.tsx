import { t } from '@lingui/core/macro'
import { Ban } from 'lucide-react'
import type { Role } from '../../contract/endpoint.ts'
import { Badge } from '../ui/badge.tsx'

/** Warns that the other side of a confirmed slot is suspended. */
export function SuspendedBadge({ who }: { who: Role }) {
  return (
    <Badge tone="danger" icon={Ban}>
      {who === 'masjid' ? t`Masjid suspended` : t`Khateeb suspended`}
    </Badge>
  )
}
