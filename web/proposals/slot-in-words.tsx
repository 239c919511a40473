import { CalendarDate, TimeOfDay } from '../app/measures.tsx'

interface SlotInWordsProps {
  /** YYYY-MM-DD. */
  date: string
  /** HH:MM. */
  time: string
}

/** A slot's day, date and time. Where the time has a line of its own, the dot between them is out of sight. */
export function SlotInWords({ date, time }: SlotInWordsProps) {
  return (
    <span className="block overflow-x-clip">
      <span className="-ms-[0.88em] block">
        <span className="inline-block ps-[0.88em]">
          <CalendarDate value={date} />
        </span>{' '}
        <span className="inline-block">
          <span className="inline-block w-[0.6em] text-center">·</span> <TimeOfDay value={time} />
        </span>
      </span>
    </span>
  )
}
