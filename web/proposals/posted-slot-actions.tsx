import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { ConfirmedAction } from '../members/confirmed-action.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { UserText } from '../ui/user-text.tsx'
import { type OwnDatedSlot, removeKhateeb, removeSlot } from './actions.ts'

interface PostedSlotActionsProps {
  slot: OwnDatedSlot
  /** Ids of the texts that name the slot. */
  describedBy: string
}

/** The buttons that remove the khateeb of a slot, and the slot. */
export function PostedSlotActions({ slot, describedBy }: PostedSlotActionsProps) {
  const { khateeb, khateebUid, khutbahDate, khutbahTime } = slot
  const target = { given: slot, describedBy }
  const dateTime = (
    <p>
      <SlotDateTime date={khutbahDate} time={khutbahTime} />
    </p>
  )
  return (
    <>
      {khateebUid !== null && (
        <ConfirmedAction
          {...target}
          action={removeKhateeb}
          label={t`Remove Khateeb`}
          title={
            <Trans>
              Remove <UserText text={khateeb} /> from this slot?
            </Trans>
          }
          busyText={t`Removing...`}
        >
          {dateTime}
          <p className="mt-3">{t`The khateeb will get an e-mail, and the slot opens for others.`}</p>
        </ConfirmedAction>
      )}
      <ConfirmedAction
        {...target}
        action={removeSlot}
        label={t`Take Slot Away`}
        icon={<Trash2 className="size-5 text-muted" />}
        title={t`Take this slot away?`}
        busyText={t`Taking it away...`}
      >
        {dateTime}
        <p className="mt-3">
          {khateebUid === null ? (
            t`Khateebs who requested it or were invited to it will get an e-mail.`
          ) : (
            <Trans>
              <UserText text={khateeb} /> is confirmed for it and will get an e-mail.
            </Trans>
          )}
        </p>
      </ConfirmedAction>
    </>
  )
}
