import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useSession } from '../app/session.ts'
import { keepUnsavedText, readUnsavedText, unsavedTextKey } from '../app/unsaved-text.ts'
import { useAction } from '../app/use-action.ts'
import type { MyKhutbah } from '../directory/record-queries.ts'
import { LazyConfirmDialog } from '../members/action-with-confirm-dialog.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { Button } from '../ui/button.tsx'
import { UserText } from '../ui/user-text.tsx'
import { withdraw } from './actions.ts'
import { useWithdrawalReason } from './use-withdrawal-reason.tsx'

interface WithdrawProps {
  khutbah: MyKhutbah
  describedBy: string
  /** Renders another button in place of the default one. The button calls `open` to open the dialog. */
  children?: (open: () => void) => ReactNode
}

/** The button that withdraws the khateeb from a slot, after a dialog that asks for the reason. */
export function Withdraw({ khutbah, describedBy, children }: WithdrawProps) {
  const [isOpen, setIsOpen] = useState(false)
  const draft = unsavedTextKey(useSession(), `reason-${khutbah.assignmentId}`)
  const { reason, setReason, field, check } = useWithdrawalReason((text) => keepUnsavedText(draft, text))
  // Closing the dialog deletes the unsaved text, because no other screen leads the user back to the text.
  const close = () => {
    keepUnsavedText(draft, '')
    setIsOpen(false)
  }
  const { mutate, isPending } = useAction(withdraw, { onDone: close, onRefused: close })
  const { masjidName } = khutbah

  const open = () => {
    const text = readUnsavedText(draft) ?? reason
    setReason(text)
    keepUnsavedText(draft, text)
    setIsOpen(true)
  }
  return (
    <>
      {children?.(open) ?? (
        <Button variant="secondary" aria-describedby={describedBy} onClick={open}>
          {t`Withdraw`}
        </Button>
      )}
      <LazyConfirmDialog
        isOpen={isOpen}
        onClose={close}
        onConfirm={() => check() && mutate({ ...khutbah, reason })}
        title={t`Withdraw from this khutbah?`}
        confirmText={t`Withdraw`}
        busy={isPending}
        busyText={t`Withdrawing...`}
      >
        <div className="grid grid-cols-1 gap-4">
          <p>
            <SlotDateTime
              date={khutbah.date}
              time={khutbah.time.time}
              startsAt={khutbah.startsAt}
              timeZone={khutbah.timeZone}
            />
          </p>
          <p>
            <Trans>
              <UserText text={masjidName} /> will get an email with your reason, and the slot opens up to
              others.
            </Trans>
          </p>
          {field}
        </div>
      </LazyConfirmDialog>
    </>
  )
}
