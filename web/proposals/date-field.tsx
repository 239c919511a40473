import { t } from '@lingui/core/macro'
import { type ComponentProps, useId } from 'react'
import { formatDayAndDate } from '../app/format.ts'
import { noon } from '../ui/calendar-date.ts'
import { TextField } from '../ui/text-field.tsx'
import { isFriday } from './weekday.ts'

interface DateFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'aria-describedby'> {
  /** The date in the field, YYYY-MM-DD, or an empty string. */
  date: string
}

/** A field for the date of a khutbah. The weekday is below the field, because a browser's date field doesn't show the weekday. */
export function DateField({ date, ...field }: DateFieldProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <TextField {...field} type="date" aria-describedby={id} />
      <p id={id} className={`min-h-5 text-sm ${isFriday(date) ? 'text-muted' : 'font-medium text-warning'}`}>
        <Weekday date={date} />
      </p>
    </div>
  )
}

/** A date with its weekday, and a sentence if it is not a Friday. Empty if the date is incomplete. */
function Weekday({ date }: { date: string }) {
  if (Number.isNaN(noon(date).getTime())) return null
  const day = formatDayAndDate(date)
  if (isFriday(date)) return day
  // Each sentence has a line of its own if both don't fit on one line.
  return (
    <>
      <span className="inline-block">{day}.</span>{' '}
      <span className="inline-block">{t`This is not a Friday.`}</span>
    </>
  )
}
