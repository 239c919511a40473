import type { MasjidRecord, MasjidSlot } from '../directory/record-queries.ts'
import type { DatedSlot } from '../proposals/open-slots.ts'

/** The id of the section with the slots that need a khateeb. */
export const slotsWithoutKhateebId = 'without-khateeb'

export interface SlotInNeed extends DatedSlot {
  readonly withdrawal: MasjidSlot['withdrawal']
  /** The number of requests that wait for the masjid's answer. */
  readonly requestCount: number
  readonly isThisWeek: boolean
}

/** Returns this week's open slots, and later ones whose khateeb withdrew. Soonest first. */
export function slotsInNeed({
  khutbahs,
  openThisWeek,
}: Pick<MasjidRecord, 'khutbahs' | 'openThisWeek'>): SlotInNeed[] {
  const open = khutbahs.flatMap(({ date, times }) =>
    times
      .filter((it) => it.khateebUid === null && !it.begun)
      .map(({ slotId, time, startsAt, withdrawal, pending }) => ({
        slotId,
        khutbahDate: date,
        khutbahTime: time.time,
        startsAt,
        withdrawal,
        requestCount: pending.filter(({ direction }) => direction === 'request').length,
      })),
  )
  // The server decides how many slots are this week's. They are the soonest.
  return open
    .map((slot, position) => ({ ...slot, isThisWeek: position < openThisWeek }))
    .filter(({ isThisWeek, withdrawal }) => isThisWeek || withdrawal !== null)
}
