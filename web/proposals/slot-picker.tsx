import { t } from '@lingui/core/macro'
import { formatDate, formatDayAndDate, formatTime } from '../app/format.ts'
import { useZoneLabel } from '../app/slot-time.tsx'
import type { MasjidKhutbah } from '../directory/record-queries.ts'
import { Select } from '../ui/select.tsx'
import { type DatedSlot, hasNoOpenSlots, openDates } from './open-slots.ts'

interface SlotPickerProps {
  /** The masjid's upcoming khutbahs; undefined until they are loaded. */
  khutbahs: readonly MasjidKhutbah[] | undefined
  value: DatedSlot | undefined
  /** The id is empty if the choice is cleared. */
  onChange: (slotId: string) => void
  /** Whether the user pressed the invite button without a chosen slot. If so, the picker shows an error until a slot is chosen. */
  isMissing: boolean
}

/** A select of a masjid's open slots, grouped by date. */
export function SlotPicker({ khutbahs, value, onChange, isMissing }: SlotPickerProps) {
  const zoneOf = useZoneLabel()
  const dates = openDates(khutbahs ?? [])
  return (
    <Select
      label={t`Khutbah slot`}
      error={isMissing && value === undefined ? t`Please select a khutbah slot first.` : undefined}
      value={value?.slotId ?? ''}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{hasNoOpenSlots(khutbahs) ? t`No open slots` : t`Choose a slot`}</option>
      {dates.map(({ date, slots }) => (
        <optgroup key={date} label={formatDayAndDate(date)}>
          {slots.map(({ slotId, khutbahTime, startsAt }) => (
            // A closed select shows the option without its group, so each option repeats the date.
            <option key={slotId} value={slotId}>
              {`${formatDate(date)} · ${formatTime(khutbahTime, zoneOf({ startsAt }))}`}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}
