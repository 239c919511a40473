import { OwnLimitsNote } from '../proposals/own-limits-note.tsx'
import { SlotWordLines } from '../proposals/slot-word-lines.tsx'
import type { SlotProps } from './slot-actions.tsx'

/** Shows the language, note and topic of a slot, and which of the khateeb's own limits it exceeds. */
export function SlotRemarks({ slot, masjid }: SlotProps) {
  return (
    <>
      <SlotWordLines language={slot.language} note={slot.note} topic={slot.topic} />
      {masjid.yourLimits !== null && (
        <OwnLimitsNote rules={slot.beyondYourLimits} limits={masjid.yourLimits} />
      )}
    </>
  )
}
