import { plural } from '@lingui/core/macro'
import { Inbox, Send } from 'lucide-react'
import type { OwnSlot } from '../directory/record-queries.ts'
import { BegunBadge, ConfirmedBadge, OpenBadge, SuspendedBadge } from '../members/badges.tsx'
import { Badge } from '../ui/badge.tsx'

/** The status of a slot of the masjid's own as badges. */
export function SlotStatusBadges({ slot }: { slot: Omit<OwnSlot, 'time'> }) {
  if (slot.khateebUid !== null) {
    return (
      <>
        <ConfirmedBadge />
        {slot.khateebSuspended && <SuspendedBadge who="khateeb" />}
      </>
    )
  }
  if (slot.begun) return <BegunBadge />
  const requests = slot.pending.filter((it) => it.direction === 'request').length
  const invites = slot.pending.length - requests
  return (
    <>
      <OpenBadge />
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
