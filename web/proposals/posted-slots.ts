import type { MasjidKhutbah, MasjidSlot } from '../directory/record-queries.ts'
import type { DatedSlot } from './open-slots.ts'

/** One of the masjid's own slots, with its date. */
export type PostedSlot = DatedSlot & Omit<MasjidSlot, 'time'>

/** Returns the slots of one of the masjid's khutbahs. */
export function postedSlots({ date, times }: Pick<MasjidKhutbah, 'date' | 'times'>): PostedSlot[] {
  return times.map(({ time, ...slot }) => ({ ...slot, khutbahDate: date, khutbahTime: time.time }))
}

/** Returns the number of requests for a slot that wait for the masjid's answer. */
export function requestCountOf({ pending }: Pick<PostedSlot, 'pending'>): number {
  return pending.filter(({ direction }) => direction === 'request').length
}

/** Whether a slot can still get a khateeb, and has none. */
export function isOpenSlot({ khateebUid, begun }: Pick<PostedSlot, 'khateebUid' | 'begun'>): boolean {
  return khateebUid === null && !begun
}
