import { t } from '@lingui/core/macro'
import { Inbox, Send } from 'lucide-react'
import { useId } from 'react'
import { ActionButton } from '../proposals/action-button.tsx'
import { approveRequest, revokeInvite } from '../proposals/actions.ts'
import type { Request, SentInvite } from '../proposals/records.ts'
import { RequestKhateeb } from '../proposals/request-khateeb.tsx'
import { type SlotName, slotKey } from '../proposals/slot-choice.ts'
import { SlotInWords } from '../proposals/slot-in-words.tsx'
import { Badge } from '../ui/badge.tsx'

interface RequestForSlotProps {
  khateeb: { readonly uid: string; readonly name: string }
  slot: SlotName | undefined
  /** What is pending at the masjid; undefined while its record isn't loaded. */
  masjid: { readonly requests: readonly Request[]; readonly sentInvites: readonly SentInvite[] } | undefined
  /** It was pressed without a slot. */
  onNoSlot: () => void
}

/** What the masjid can do with a khateeb for the slot it has chosen; he may be invited already, or have asked himself. */
export function RequestForSlot({ khateeb, slot, masjid, onNoSlot }: RequestForSlotProps) {
  const id = useId()
  const isHere = (it: SlotName) => slot !== undefined && slotKey(it) === slotKey(slot)
  const invite = masjid?.sentInvites.find((it) => it.khateebUid === khateeb.uid && isHere(it))
  const request = masjid?.requests.find((it) => it.requesterId === khateeb.uid && isHere(it))
  const pending = invite ?? request
  if (pending === undefined) {
    return (
      <RequestKhateeb
        khateeb={khateeb}
        slot={slot}
        isMasjidLoaded={masjid !== undefined}
        onNoSlot={onNoSlot}
      />
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div id={id} className="grid justify-items-start gap-1">
        {invite === undefined ? (
          <Badge tone="accent" icon={Inbox}>
            {t`Has asked for this slot`}
          </Badge>
        ) : (
          <Badge tone="info" icon={Send}>
            {t`Invited to this slot`}
          </Badge>
        )}
        <span className="text-sm text-muted">
          <SlotInWords date={pending.khutbahDate} time={pending.khutbahTime} />
        </span>
      </div>
      {invite !== undefined && (
        <ActionButton action={revokeInvite} given={invite} describedBy={id}>
          {t`Revoke`}
        </ActionButton>
      )}
      {request !== undefined && (
        <ActionButton action={approveRequest} given={request} describedBy={id} variant="primary">
          {t`Approve`}
        </ActionButton>
      )}
    </div>
  )
}
