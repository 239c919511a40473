import { mustConfirmAgain } from '../directory/masjid-queries.ts'
import { ConfirmAgainNote } from '../proposals/confirm-again-note.tsx'
import { OwnLimitsNote } from '../proposals/own-limits-note.tsx'
import { SlotWordLines } from '../proposals/slot-word-lines.tsx'
import type { SlotProps } from './slot-actions.tsx'

/**
 * Shows the language, note and topic of a slot, and which of the khateeb's own limits it exceeds. If he must confirm a new time, also shows
 * the old time.
 */
export function SlotRemarks({ slot, masjid }: SlotProps) {
  return (
    <>
      <SlotWordLines language={slot.language} note={slot.note} topic={slot.topic} />
      {masjid.yourLimits !== null && (
        <OwnLimitsNote rules={slot.beyondYourLimits} limits={masjid.yourLimits} />
      )}
      {mustConfirmAgain(slot) && (
        <ConfirmAgainNote agreedStart={slot.agreedStart} timeZone={masjid.timeZone} />
      )}
    </>
  )
}
