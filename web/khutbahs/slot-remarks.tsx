import { LanguageAndNote } from '../proposals/language-and-note.tsx'
import { OwnLimitsNote } from './own-limits-note.tsx'
import type { SlotProps } from './slot-actions.tsx'

/** What the masjid asks of the khateeb of a slot, and which of the khateeb's own limits are against it. */
export function SlotRemarks({ slot, masjid }: SlotProps) {
  return (
    <>
      <LanguageAndNote language={slot.language} note={slot.note} topic={slot.topic} />
      {masjid.yourLimits !== null && (
        <OwnLimitsNote rules={slot.beyondYourLimits} limits={masjid.yourLimits} />
      )}
    </>
  )
}
