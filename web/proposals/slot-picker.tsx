import { t } from '@lingui/core/macro'
import { formatDate, formatDayAndDate, formatTime } from '../app/format.ts'
import type { OwnKhutbah } from '../directory/records.ts'
import { Select } from '../ui/select.tsx'
import { openDates, type SlotName, slotKey } from './slot-choice.ts'

interface SlotPickerProps {
  label: string
  /** The masjid's upcoming khutbahs; undefined while they aren't loaded. */
  khutbahs: readonly OwnKhutbah[] | undefined
  value: SlotName | undefined
  onChange: (slot: SlotName | undefined) => void
  error?: string | undefined
}

/** Chooses one of a masjid's open slots, grouped by date. `useSlotChoice` remembers which. */
export function SlotPicker({ label, khutbahs, value, onChange, error }: SlotPickerProps) {
  const dates = openDates(khutbahs ?? [])
  const isFull = khutbahs !== undefined && dates.length === 0
  const choose = (key: string) => {
    const [khutbahDate, khutbahTime] = key.split(' ')
    onChange(khutbahDate && khutbahTime ? { khutbahDate, khutbahTime } : undefined)
  }
  return (
    <Select
      label={label}
      error={error}
      value={value === undefined ? '' : slotKey(value)}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{isFull ? t`No open slots` : t`Choose a slot`}</option>
      {dates.map(({ date, times }) => (
        <optgroup key={date} label={formatDayAndDate(date)}>
          {times.map((time) => (
            // A closed list shows the option without its group, so it says its date itself.
            <option key={time} value={slotKey({ khutbahDate: date, khutbahTime: time })}>
              {`${formatDate(date)} · ${formatTime(time)}`}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}
