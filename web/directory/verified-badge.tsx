import { t } from '@lingui/core/macro'
import { BadgeCheck } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'

/** Whoever runs this site has checked who it is. */
export function VerifiedBadge() {
  return (
    <Badge tone="success" icon={BadgeCheck}>
      {t`Verified`}
    </Badge>
  )
}
