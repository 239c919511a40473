import type { SlotStart } from '../app/slot-time.tsx'
import type { MasjidKhutbah, MasjidSlot } from '../directory/record-queries.ts'

/** A slot's id with its date and time. */
export interface DatedSlot extends SlotStart {
  readonly slotId: string
  /** YYYY-MM-DD. */
  readonly khutbahDate: string
  /** HH:MM. */
  readonly khutbahTime: string
}

/** Returns the dates that have open slots, with those slots. */
export function openDates(khutbahs: readonly MasjidKhutbah[]): { date: string; slots: DatedSlot[] }[] {
  return khutbahs
    .map(({ date, times }) => ({
      date,
      slots: times
        .filter((slot) => slot.khateebUid === null && !slot.begun)
        .map(({ slotId, time, startsAt }) => ({
          slotId,
          khutbahDate: date,
          khutbahTime: time.time,
          startsAt,
        })),
    }))
    .filter(({ slots }) => slots.length > 0)
}

/** Whether no slot is open. False until the khutbahs are loaded. */
export function hasNoOpenSlots(khutbahs: readonly MasjidKhutbah[] | undefined): boolean {
  return khutbahs !== undefined && openDates(khutbahs).length === 0
}

/** Returns the open slot with this id; undefined if there is none or the khutbahs aren't loaded. */
export function findOpenSlot(
  khutbahs: readonly MasjidKhutbah[] | undefined,
  slotId: string | undefined,
): DatedSlot | undefined {
  return openDates(khutbahs ?? [])
    .flatMap(({ slots }) => slots)
    .find((it) => it.slotId === slotId)
}

/** Returns the pending proposal between one of a masjid's slots and a khateeb; undefined if none is pending. */
export function pendingProposal(
  khutbahs: readonly MasjidKhutbah[],
  { slotId }: DatedSlot,
  khateebUid: string,
): MasjidSlot['pending'][number] | undefined {
  const slot = khutbahs.flatMap(({ times }) => times).find((it) => it.slotId === slotId)
  return slot?.pending.find((it) => it.khateebUid === khateebUid)
}
