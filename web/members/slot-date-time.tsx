import type { ReactNode } from 'react'
import { CalendarDate } from '../app/formatted-values.tsx'
import { type SlotStart, SlotTime } from '../app/slot-time.tsx'

interface SlotDateTimeProps extends SlotStart {
  date: string
  time: string
  children?: ReactNode
}

/**
 * Shows a slot's day and time with a dot between them: `Friday, November 27, 2026 · 1:30 PM`, with the zone if it differs from the
 * viewer's. If the time wraps to a line of its own, a negative margin clips the dot. The dot has a fixed width, because the width of a
 * space depends on the font.
 * @param date YYYY-MM-DD
 * @param time HH:MM
 * @param children replaces the date, for example with another format
 */
export function SlotDateTime({ date, children, ...time }: SlotDateTimeProps) {
  return (
    <span className="block overflow-x-clip">
      <span className="-ms-[0.88em] block">
        <span className="inline-block ps-[0.88em]">{children ?? <CalendarDate value={date} />}</span>{' '}
        <span className="inline-block">
          <span className="inline-block w-[0.88em] pe-[0.28em] text-center">· </span>
          <SlotTime {...time} />
        </span>
      </span>
    </span>
  )
}
