import type { Khutbah } from '../directory/masjid-queries.ts'

/** Returns the dates with slots that the khateeb may request, and those slots. */
export function requestableDates(khutbahs: readonly Khutbah[]) {
  return khutbahs
    .map(({ date, times }) => ({
      date,
      slots: times
        .filter(({ canRequest }) => canRequest)
        .map((slot) => ({ ...slot, khutbahDate: date, khutbahTime: slot.time.time })),
    }))
    .filter(({ slots }) => slots.length > 0)
}
