import { type ComponentProps, useId } from 'react'
import { TextField } from '../ui/text-field.tsx'
import { isFriday, weekdayText } from './weekday.ts'

interface DateFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'aria-describedby'> {
  /** The date in the field, YYYY-MM-DD, or an empty string. */
  date: string
}

/** A field for the date of a khutbah. The weekday is below it, because a browser's date field doesn't show it. */
export function DateField({ date, ...field }: DateFieldProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <TextField {...field} type="date" aria-describedby={id} />
      <p id={id} className={`min-h-5 text-sm ${isFriday(date) ? 'text-muted' : 'font-medium text-warning'}`}>
        {weekdayText(date)}
      </p>
    </div>
  )
}
