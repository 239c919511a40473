import { plural, t } from '@lingui/core/macro'
import { CircleCheck, CircleDashed, Inbox, Send } from 'lucide-react'
import type { OwnSlot } from '../directory/record-queries.ts'
import { BegunBadge } from '../members/begun-badge.tsx'
import { SuspendedBadge } from '../members/suspended-badge.tsx'
import { Badge } from '../ui/badge.tsx'

/** The status of a slot of the masjid's own as badges. */
export function SlotStatusBadges({ slot }: { slot: Omit<OwnSlot, 'time'> }) {
  if (slot.khateebUid !== null) {
    return (
      <>
        <Badge tone="success" icon={CircleCheck}>
          {t`Confirmed`}
        </Badge>
        {slot.khateebSuspended && <SuspendedBadge who="khateeb" />}
      </>
    )
  }
  if (slot.begun) return <BegunBadge />
  const requests = slot.pending.filter((it) => it.direction === 'request').length
  const invites = slot.pending.length - requests
  return (
    <>
      <Badge tone="open" icon={CircleDashed}>
        {t`Open`}
      </Badge>
      {requests > 0 && (
        <Badge tone="accent" icon={Inbox}>
          {plural(requests, { one: '# request', other: '# requests' })}
        </Badge>
      )}
      {invites > 0 && (
        <Badge tone="info" icon={Send}>
          {plural(invites, { one: '# invited', other: '# invited' })}
        </Badge>
      )}
    </>
  )
}
