import { t } from '@lingui/core/macro'
import { lingui } from '../app/i18n.ts'
import { mustConfirmAgain } from '../directory/masjid-queries.ts'
import { ActionButton } from '../members/action-button.tsx'
import { reconfirm } from '../proposals/actions.ts'
import { TopicButton } from '../proposals/topic-button.tsx'
import { messages } from '../words/topic.en.po'
import type { SlotButtonsProps } from './slot-actions.tsx'

lingui.load('en', messages)

/**
 * The buttons with which a confirmed khateeb confirms a new time, and names his topic. Inert until their script has loaded, because React
 * drops earlier presses.
 */
export function ConfirmedKhateebButtons({ slot, masjid: { masjidName }, describedBy }: SlotButtonsProps) {
  const { slotId, topic } = slot
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-2" inert ref={makeUsable}>
      {mustConfirmAgain(slot) && (
        <ActionButton action={reconfirm} given={slot} describedBy={describedBy} variant="soft">
          {t`Confirm Again`}
        </ActionButton>
      )}
      <TopicButton label={t`Topic`} khutbah={{ slotId, topic, masjidName }} describedBy={describedBy} />
    </div>
  )
}

function makeUsable(part: HTMLElement | null): void {
  if (part !== null) part.inert = false
}
