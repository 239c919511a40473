import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ActionWithConfirmDialog } from '../members/action-with-confirm-dialog.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { UserText } from '../ui/user-text.tsx'
import { removeKhateeb } from './actions.ts'
import type { PostedSlot } from './posted-slots.ts'

interface RemoveKhateebProps {
  slot: PostedSlot
  /** Ids of the texts that name the slot, for screen readers. */
  describedBy: string
  /** Renders another button in place of the default one. */
  children?: (open: () => void) => ReactNode
}

/** The button that removes a slot's khateeb. Renders nothing if the slot has none. */
export function RemoveKhateeb({ slot, describedBy, children }: RemoveKhateebProps) {
  if (slot.khateebUid === null) return null
  return (
    <ActionWithConfirmDialog
      given={slot}
      describedBy={describedBy}
      trigger={children}
      action={removeKhateeb}
      label={t`Remove Khateeb`}
      title={
        <Trans>
          Remove <UserText text={slot.khateeb} /> from this slot?
        </Trans>
      }
      busyText={t`Removing...`}
    >
      <p>
        <SlotDateTime date={slot.khutbahDate} time={slot.khutbahTime} startsAt={slot.startsAt} />
      </p>
      <p className="mt-3">{t`The khateeb will get an email, and the slot opens up to others.`}</p>
    </ActionWithConfirmDialog>
  )
}
