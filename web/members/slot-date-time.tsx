import { CalendarDate, TimeOfDay } from '../app/value-elements.tsx'

interface SlotInWordsProps {
  /** YYYY-MM-DD. */
  date: string
  /** HH:MM. */
  time: string
}

/**
 * A slot's day, date and time. Where the time has a line of its own, the dot before it is hidden. The dot and its space have a
 * fixed width, as the width of a space differs from font to font.
 */
export function SlotDateTime({ date, time }: SlotInWordsProps) {
  return (
    <span className="block overflow-x-clip">
      <span className="-ms-[0.88em] block">
        <span className="inline-block ps-[0.88em]">
          <CalendarDate value={date} />
        </span>{' '}
        <span className="inline-block">
          <span className="inline-block w-[0.88em] pe-[0.28em] text-center">· </span>
          <TimeOfDay value={time} />
        </span>
      </span>
    </span>
  )
}
