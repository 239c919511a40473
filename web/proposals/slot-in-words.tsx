import { CalendarDate, TimeOfDay } from '../app/measures.tsx'

interface SlotInWordsProps {
  /** YYYY-MM-DD. */
  date: string
  /** HH:MM. */
  time: string
}

/** A slot's day, date and time. */
export function SlotInWords({ date, time }: SlotInWordsProps) {
  return (
    <>
      <CalendarDate value={date} /> · <TimeOfDay value={time} />
    </>
  )
}
