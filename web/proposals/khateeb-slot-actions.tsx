import { t } from '@lingui/core/macro'
import { Inbox, Send } from 'lucide-react'
import { useId } from 'react'
import type { OwnKhutbah } from '../directory/record-queries.ts'
import { ActionButton } from '../members/action-button.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { Badge } from '../ui/badge.tsx'
import { approveRequest, revokeInvite } from './actions.ts'
import { type DatedSlot, pendingDirection } from './open-slots.ts'
import { RequestKhateeb } from './request-khateeb.tsx'

interface KhateebSlotActionsProps {
  khateeb: { readonly uid: string; readonly name: string }
  slot: DatedSlot | undefined
  /** The masjid's own khutbahs; undefined until they are loaded. */
  khutbahs: readonly OwnKhutbah[] | undefined
  /** Called if the button is clicked without a chosen slot. */
  onNoSlot: () => void
}

/** The masjid's actions for a khateeb and the chosen slot: approve their request, revoke its invite, or invite them. */
export function KhateebSlotActions({ khateeb, slot, khutbahs, onNoSlot }: KhateebSlotActionsProps) {
  const id = useId()
  const pending = slot && khutbahs && pendingDirection(khutbahs, slot, khateeb.uid)
  if (slot === undefined || pending === undefined) {
    return (
      <RequestKhateeb
        khateeb={khateeb}
        slot={slot}
        isMasjidLoaded={khutbahs !== undefined}
        onNoSlot={onNoSlot}
      />
    )
  }
  const isRequest = pending === 'request'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div id={id} className="grid justify-items-start gap-1">
        <Badge tone={isRequest ? 'accent' : 'info'} icon={isRequest ? Inbox : Send}>
          {isRequest ? t`Has asked for this slot` : t`Invited to this slot`}
        </Badge>
        <span className="text-sm text-muted">
          <SlotDateTime date={slot.khutbahDate} time={slot.khutbahTime} />
        </span>
      </div>
      <ActionButton
        action={isRequest ? approveRequest : revokeInvite}
        given={{ ...slot, requesterId: khateeb.uid, khateebUid: khateeb.uid }}
        describedBy={id}
        variant={isRequest ? 'primary' : 'secondary'}
      >
        {isRequest ? t`Approve` : t`Revoke`}
      </ActionButton>
    </div>
  )
}
