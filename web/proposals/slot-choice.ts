import { useState } from 'react'
import type { OwnKhutbah, OwnSlot } from '../directory/records.ts'

/** A slot of a known masjid, by its name on the wire. */
export interface SlotName {
  readonly khutbahDate: string
  readonly khutbahTime: string
}

/** A date with the times of its open slots, HH:MM. */
export interface OpenDate {
  readonly date: string
  readonly times: readonly string[]
}

/** The dates that have open slots, and those slots. */
export function openDates(khutbahs: readonly OwnKhutbah[]): OpenDate[] {
  return khutbahs
    .map(({ date, times }) => ({
      date,
      times: times.filter((slot) => slot.khateebUid === null && !slot.begun).map((slot) => slot.time.time),
    }))
    .filter(({ times }) => times.length > 0)
}

/** What is pending between one of a masjid's slots and a khateeb, if anything. */
export function pendingFor(
  khutbahs: readonly OwnKhutbah[],
  { khutbahDate, khutbahTime }: SlotName,
  khateebUid: string,
): OwnSlot['pending'][number]['direction'] | undefined {
  const slots = khutbahs.find((it) => it.date === khutbahDate)?.times
  const slot = slots?.find((it) => it.time.time === khutbahTime)
  return slot?.pending.find((it) => it.khateebUid === khateebUid)?.direction
}

/** A slot's name in one string. */
export function slotKey({ khutbahDate, khutbahTime }: SlotName): string {
  return `${khutbahDate} ${khutbahTime}`
}

interface SlotChoice {
  /** Undefined until one is chosen, and again once it is no longer open. */
  readonly slot: SlotName | undefined
  readonly choose: (slot: SlotName | undefined) => void
}

/** Remembers which of a masjid's open slots was chosen. `khutbahs` is undefined while they aren't loaded. */
export function useSlotChoice(khutbahs: readonly OwnKhutbah[] | undefined): SlotChoice {
  const [chosen, choose] = useState<SlotName>()
  const isOpen = openDates(khutbahs ?? []).some(
    ({ date, times }) => date === chosen?.khutbahDate && times.includes(chosen.khutbahTime),
  )
  return { slot: isOpen ? chosen : undefined, choose }
}
