import { t } from '@lingui/core/macro'
import { MailWarning } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'

/** Marks an account whose e-mail is unconfirmed. */
export function UnverifiedBadge() {
  return (
    <Badge tone="warning" icon={MailWarning}>
      {t`Unverified e-mail`}
    </Badge>
  )
}
