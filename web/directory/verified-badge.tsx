import { t } from '@lingui/core/macro'
import { BadgeCheck } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'

/** The operator has verified this account's identity. */
export function VerifiedBadge() {
  return (
    <Badge tone="success" icon={BadgeCheck}>
      {t`Verified`}
    </Badge>
  )
}
