import { useState } from 'react'
import type { OwnKhutbah, OwnSlot } from '../directory/record-queries.ts'

/** A slot, and when it is. */
export interface DatedSlot {
  readonly slotId: string
  /** YYYY-MM-DD. */
  readonly khutbahDate: string
  /** HH:MM. */
  readonly khutbahTime: string
}

/** The dates that have open slots, and those slots. */
export function openDates(khutbahs: readonly OwnKhutbah[]): { date: string; slots: DatedSlot[] }[] {
  return khutbahs
    .map(({ date, times }) => ({
      date,
      slots: times
        .filter((slot) => slot.khateebUid === null && !slot.begun)
        .map(({ slotId, time }) => ({ slotId, khutbahDate: date, khutbahTime: time.time })),
    }))
    .filter(({ slots }) => slots.length > 0)
}

/** The open slot of an id; undefined where there is none, or the khutbahs aren't loaded. */
export function openSlot(
  khutbahs: readonly OwnKhutbah[] | undefined,
  slotId: string | undefined,
): DatedSlot | undefined {
  return openDates(khutbahs ?? [])
    .flatMap(({ slots }) => slots)
    .find((it) => it.slotId === slotId)
}

/** What is pending between one of a masjid's slots and a khateeb, if anything. */
export function pendingDirection(
  khutbahs: readonly OwnKhutbah[],
  { slotId }: DatedSlot,
  khateebUid: string,
): OwnSlot['pending'][number]['direction'] | undefined {
  const slot = khutbahs.flatMap(({ times }) => times).find((it) => it.slotId === slotId)
  return slot?.pending.find((it) => it.khateebUid === khateebUid)?.direction
}

interface SlotChoice {
  /** Undefined until one is chosen, and again once it is no longer open. */
  readonly slot: DatedSlot | undefined
  readonly choose: (slotId: string) => void
}

/** Remembers which of a masjid's open slots was chosen. `khutbahs` is undefined while they aren't loaded. */
export function useSlotChoice(khutbahs: readonly OwnKhutbah[] | undefined): SlotChoice {
  const [chosen, choose] = useState<string>()
  return { slot: openSlot(khutbahs, chosen), choose }
}
