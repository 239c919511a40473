import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LazyConfirmDialog } from '../members/lazy-confirm-dialog.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { useConfirmedAction } from '../members/use-confirmed-action.ts'
import { Button } from '../ui/button.tsx'
import { UserText } from '../ui/user-text.tsx'
import { type OwnDatedSlot, removeKhateeb } from './actions.ts'

interface RemoveKhateebProps {
  slot: OwnDatedSlot
  /** Ids of the texts that name the slot. */
  describedBy: string
}

/** Ends the assignment of a slot's khateeb after a confirmation. */
export function RemoveKhateeb({ slot, describedBy }: RemoveKhateebProps) {
  const { isOpen, ask, close, confirm, busy } = useConfirmedAction(removeKhateeb)
  const { khateeb } = slot
  return (
    <>
      <Button variant="secondary" aria-describedby={describedBy} onClick={ask}>
        {t`Remove Khateeb`}
      </Button>
      <LazyConfirmDialog
        isOpen={isOpen}
        onClose={close}
        onConfirm={() => confirm(slot)}
        title={
          <Trans>
            Remove <UserText text={khateeb} /> from this slot?
          </Trans>
        }
        confirmText={t`Remove Khateeb`}
        busy={busy}
        busyText={t`Removing...`}
      >
        <p>
          <SlotDateTime date={slot.khutbahDate} time={slot.khutbahTime} />
        </p>
        <p className="mt-3">{t`The khateeb will get an e-mail, and the slot opens for others.`}</p>
      </LazyConfirmDialog>
    </>
  )
}
