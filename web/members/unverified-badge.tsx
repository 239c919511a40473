import { t } from '@lingui/core/macro'
import { MailWarning } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'

/** Somebody hasn't confirmed the address that letters go to. */
export function UnverifiedBadge() {
  return (
    <Badge tone="warning" icon={MailWarning}>
      {t`Unverified e-mail`}
    </Badge>
  )
}
