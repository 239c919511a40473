import { plural, t } from '@lingui/core/macro'
import { CircleCheck, CircleDashed, Inbox, Send } from 'lucide-react'
import { BegunBadge } from '../khutbahs/standing-badge.tsx'
import { Badge } from '../ui/badge.tsx'
import type { OwnSlotOfDate } from './actions.ts'
import type { Request, SentInvite } from './records.ts'
import { type SlotName, slotKey } from './slot-choice.ts'

/** What is pending at a masjid. */
export interface Pending {
  readonly requests: readonly Request[]
  readonly sentInvites: readonly SentInvite[]
}

/** How a slot of the masjid's own stands, at a glance. */
export function SlotState({ slot, pending }: { slot: OwnSlotOfDate; pending: Pending }) {
  if (slot.khateebUid !== null) {
    return (
      <Badge tone="success" icon={CircleCheck}>
        {t`Confirmed`}
      </Badge>
    )
  }
  if (slot.begun) return <BegunBadge />
  const requests = countOf(pending.requests, slot)
  const invites = countOf(pending.sentInvites, slot)
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

function countOf(proposals: readonly SlotName[], slot: SlotName): number {
  return proposals.filter((it) => slotKey(it) === slotKey(slot)).length
}
