import { plural } from '@lingui/core/macro'
import { Inbox, Send } from 'lucide-react'
import {
  AwaitsReconfirmationBadge,
  BegunBadge,
  ConfirmedBadge,
  OpenBadge,
  SuspendedBadge,
} from '../members/badges.tsx'
import { Badge } from '../ui/badge.tsx'
import { type PostedSlot, requestCountOf } from './posted-slots.ts'

/** Badges with the status of one of the masjid's own slots. */
export function SlotStatusBadges({ slot }: { slot: PostedSlot }) {
  if (slot.khateebUid !== null) {
    return (
      <>
        {slot.awaitsReconfirmation ? <AwaitsReconfirmationBadge viewer="masjid" /> : <ConfirmedBadge />}
        {slot.khateebSuspended && <SuspendedBadge who="khateeb" />}
      </>
    )
  }
  if (slot.begun) return <BegunBadge />
  const requests = requestCountOf(slot)
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
