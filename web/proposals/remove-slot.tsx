import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { LazyConfirmDialog } from '../members/lazy-confirm-dialog.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { useConfirmedAction } from '../members/use-confirmed-action.ts'
import { Button } from '../ui/button.tsx'
import { UserText } from '../ui/user-text.tsx'
import { type OwnDatedSlot, removeSlot } from './actions.ts'

interface RemoveSlotProps {
  slot: OwnDatedSlot
  /** Ids of the texts that name the slot. */
  describedBy: string
}

/** Removes a slot after a confirmation. */
export function RemoveSlot({ slot, describedBy }: RemoveSlotProps) {
  const { isOpen, ask, close, confirm, busy } = useConfirmedAction(removeSlot)
  const { khateeb } = slot
  return (
    <>
      <Button variant="quiet" aria-label={t`Take Slot Away`} aria-describedby={describedBy} onClick={ask}>
        <Trash2 className="size-5 text-muted" aria-hidden="true" />
      </Button>
      <LazyConfirmDialog
        isOpen={isOpen}
        onClose={close}
        onConfirm={() => confirm(slot)}
        title={t`Take this slot away?`}
        confirmText={t`Take Slot Away`}
        busy={busy}
        busyText={t`Taking it away...`}
      >
        <p>
          <SlotDateTime date={slot.khutbahDate} time={slot.khutbahTime} />
        </p>
        <p className="mt-3">
          {slot.khateebUid === null ? (
            t`Khateebs who requested it or were invited to it will get an e-mail.`
          ) : (
            <Trans>
              <UserText text={khateeb} /> is confirmed for it and will get an e-mail.
            </Trans>
          )}
        </p>
      </LazyConfirmDialog>
    </>
  )
}
