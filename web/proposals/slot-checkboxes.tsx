import { type ReactNode, useId } from 'react'
import { CalendarDate } from '../app/formatted-values.tsx'
import { SlotTime } from '../app/slot-time.tsx'
import type { DatedSlot } from './open-slots.ts'
import type { SlotSelection } from './use-slot-selection.ts'

interface SlotCheckboxesProps<Slot extends DatedSlot> {
  dates: readonly { readonly date: string; readonly slots: readonly Slot[] }[]
  selection: SlotSelection
  /** Whether no more slots can be selected. */
  isFull: boolean
  /** The time zone of the slots; by default that of the signed-in masjid. */
  timeZone?: string
  /** What the user should know about a slot. */
  children: (slot: Slot) => ReactNode
}

/** A checkbox for each slot, under its date. */
export function SlotCheckboxes<Slot extends DatedSlot>(props: SlotCheckboxesProps<Slot>) {
  const { dates, selection, isFull, timeZone, children } = props
  const id = useId()
  return (
    <div className="grid gap-5">
      {dates.map(({ date, slots }) => (
        <fieldset key={date} className="min-w-0">
          <legend className="font-semibold">
            <CalendarDate value={date} />
          </legend>
          <ul className="mt-1 divide-y divide-line border-y border-line">
            {slots.map((slot) => {
              const slotId = `${id}-${slot.slotId}`
              const isSelected = selection.ids.has(slot.slotId)
              return (
                <li key={slot.slotId}>
                  <label className="flex min-h-control flex-wrap items-center gap-x-3 gap-y-1 py-2">
                    <input
                      type="checkbox"
                      className="size-5 shrink-0 rounded-sm"
                      aria-labelledby={slotId}
                      aria-describedby={`${slotId}-notes`}
                      checked={isSelected}
                      disabled={isFull && !isSelected}
                      onChange={() => selection.toggle(slot.slotId)}
                    />
                    <span id={slotId} className="font-medium">
                      <SlotTime time={slot.khutbahTime} startsAt={slot.startsAt} timeZone={timeZone} />
                    </span>
                    <span
                      id={`${slotId}-notes`}
                      className="flex min-w-0 grow basis-32 flex-wrap items-center gap-x-3 gap-y-1 empty:hidden"
                    >
                      {children(slot)}
                    </span>
                  </label>
                </li>
              )
            })}
          </ul>
        </fieldset>
      ))}
    </div>
  )
}
