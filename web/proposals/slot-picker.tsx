import { t } from '@lingui/core/macro'
import { formatDate, formatDayAndDate, formatTime } from '../app/format.ts'
import type { OwnKhutbah } from '../directory/record-queries.ts'
import { Select } from '../ui/select.tsx'
import { type DatedSlot, openDates } from './open-slots.ts'

interface SlotPickerProps {
  label: string
  /** The masjid's upcoming khutbahs; undefined until they are loaded. */
  khutbahs: readonly OwnKhutbah[] | undefined
  value: DatedSlot | undefined
  /** The id is empty if the choice is cleared. */
  onChange: (slotId: string) => void
  error?: string | undefined
}

/** A select of a masjid's open slots, grouped by date. Use it with `useSlotChoice` or `useSlotParam`. */
export function SlotPicker({ label, khutbahs, value, onChange, error }: SlotPickerProps) {
  const dates = openDates(khutbahs ?? [])
  const isFull = khutbahs !== undefined && dates.length === 0
  return (
    <Select
      label={label}
      error={error}
      value={value?.slotId ?? ''}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{isFull ? t`No open slots` : t`Choose a slot`}</option>
      {dates.map(({ date, slots }) => (
        <optgroup key={date} label={formatDayAndDate(date)}>
          {slots.map(({ slotId, khutbahTime }) => (
            // A closed select shows the option without its group, so each option repeats the date.
            <option key={slotId} value={slotId}>
              {`${formatDate(date)} · ${formatTime(khutbahTime)}`}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}
